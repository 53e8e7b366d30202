import { deleteCheckpointsOf } from '../checkpoints/checkpoint-store.ts';
import { commit } from '../effects/transact.ts';
import { actAtOnce } from '../lib/at-once.ts';
import { tasks } from '../store/firestore.ts';
import type { BatchHandler } from '../outbox/handler.ts';
import { childTasks, itemsOfTasks } from '../store/queries.ts';
import { eraseNotifiedItem, eraseTaskSignal, promiseLeftovers } from '../erasing/erase.ts';
import { purge } from '../erasing/purge.ts';

/** Tasks whose files are deleted concurrently. */
const AT_ONCE = 5;

/** Outbox: deletes what is left of some deleted tasks of one user. Their subtasks become tasks of their own. */
export const purgeTasks: BatchHandler = async (entries, deadline) => {
  const userId = entries[0]?.userId ?? '';
  const taskIds = entries.map(({ subjectId }) => subjectId);
  // What fails here is deleted later in any case (`promiseLeftovers`).
  await actAtOnce(taskIds, AT_ONCE, deleteCheckpointsOf, deadline);
  await purge('subtasks', childTasks(userId, taskIds), deadline, (writer, { id }) =>
    writer.update(tasks().doc(id), { parentId: null }),
  );
  await purge('items', itemsOfTasks(userId, taskIds), deadline, eraseNotifiedItem);
  await commit((writer) => {
    for (const id of taskIds) {
      eraseTaskSignal(writer, userId, id);
      promiseLeftovers(writer, userId, id);
      writer.signal(userId, { kind: 'task', id });
    }
  });
  return 'done';
};
