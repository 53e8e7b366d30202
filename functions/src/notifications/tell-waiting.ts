import { taskItemDocument } from '../documents/task-item.ts';
import { commit, type Writer } from '../effects/transact.ts';
import { list } from '../store/data.ts';
import { fieldsOf } from '../store/firestore.ts';
import { undecidedItems } from '../store/queries.ts';
import { isLimitsCard } from '../task-items/limits-card.ts';

const waiting = taskItemDocument.pick({ id: true, toolKind: true, author: true });
const AT_ONCE = 200;
const ABOUT_ALL = 'waiting';

/** Promises that a device is told of what waits already: it is new, or its quiet hours have been shortened. */
export function promiseWaiting(writer: Writer, userId: string, deviceId: string): void {
  writer.enqueue(userId, 'notify', deviceId, { object: ABOUT_ALL });
}

/** Whether an entry of the outbox is such a promise. */
export const isAboutAll = (object: string | null) => object === ABOUT_ALL;

/**
 * Begins the ladder for each open request of an owner, as when it was asked. A device that was told of one already is
 * not told again. The sweeper goes on with them: there may be many.
 */
export async function tellWaiting(userId: string): Promise<void> {
  const open = await list(fieldsOf(undecidedItems(userId), waiting));
  // As when they were asked, nobody is told of a card that they asked for themselves.
  const told = open.filter((item) => !isLimitsCard(item));
  for (let from = 0; from < told.length; from += AT_ONCE) {
    await commit((writer) => {
      for (const { id } of told.slice(from, from + AT_ONCE))
        writer.enqueue(userId, 'notify', id, { object: 'approval', afterMs: 0 });
    });
  }
}
