import { taskItemDocument } from '../documents/task-item.ts';
import type { PromiseOptions } from '../effects/effects.ts';
import { commit, type Writer } from '../effects/transact.ts';
import { DomainError } from '../lib/errors.ts';
import { takeCall } from '../quotas/rate-limit.ts';
import { list } from '../store/data.ts';
import { fieldsOf } from '../store/firestore.ts';
import { undecidedItems } from '../store/queries.ts';
import { isLimitsCard } from '../task-items/limits-card.ts';

const waiting = taskItemDocument.pick({ id: true, toolKind: true, author: true });
const AT_ONCE = 200;
const ABOUT_ALL = 'waiting';
/** How often a minute a user's devices are told of what waits at once: each time costs a write for each request. */
const SOON_PER_MINUTE = 3;

/**
 * When the next promise is kept: at once or, beyond so many a minute, when the minute is over, together with all others
 * of that minute. Asked before the transaction of the change that causes it.
 */
export async function whenToTell(userId: string): Promise<PromiseOptions> {
  try {
    await takeCall(`waiting-${userId}`, SOON_PER_MINUTE, userId);
    return {};
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rate_limited') throw error;
    const afterMs = (error.details.retryAfterSeconds ?? 60) * 1_000;
    // Due when the minute is over: all that is promised until then is one entry.
    return { id: `${userId}-waiting-${Math.floor((Date.now() + afterMs) / 60_000)}`, afterMs };
  }
}

/** Promises that a device is told of what waits already: it is new, or its quiet hours have been shortened. */
export function promiseWaiting(writer: Writer, userId: string, deviceId: string, when: PromiseOptions): void {
  writer.enqueue(userId, 'notify', deviceId, { ...when, object: ABOUT_ALL });
}

/** Whether an entry of the outbox is such a promise. */
export const isAboutAll = (object: string | null) => object === ABOUT_ALL;

/**
 * Begins the ladder for each open request of an owner, as when it was asked. A device that was told of one already is
 * not told again. The sweeper goes on with them: there may be many. One that waits for that already is not written a
 * second time; if it is just being told, its ladder is begun again.
 */
export async function tellWaiting(userId: string): Promise<void> {
  const open = await list(fieldsOf(undecidedItems(userId), waiting));
  // Not of limits: their owner put that card there, and was not notified of it then either.
  const told = open.filter((item) => !isLimitsCard(item));
  for (let from = 0; from < told.length; from += AT_ONCE) {
    await commit((writer) => {
      for (const { id } of told.slice(from, from + AT_ONCE))
        writer.enqueue(userId, 'notify', id, { id: `${id}-waiting`, object: 'approval', afterMs: 0 });
    });
  }
}
