import { deleteCheckpointsOf } from '../checkpoints/checkpoint-store.ts';
import { commit } from '../effects/transact.ts';
import { tasks } from '../store/firestore.ts';
import type { Handler } from '../outbox/handler.ts';
import { childTasks, taskItemsOf } from '../store/queries.ts';
import { eraseItem, eraseTaskSignal, promiseLeftovers } from '../erasing/erase.ts';
import { purge } from '../erasing/purge.ts';

/** Outbox: what is left of a deleted task. Its subtasks become tasks of their own. */
export const purgeTask: Handler = async ({ userId, subjectId: taskId }, deadline) => {
  await deleteCheckpointsOf(taskId);
  await purge('subtasks', childTasks(userId, taskId), deadline, (writer, { id }) =>
    writer.update(tasks().doc(id), { parentId: null }),
  );
  await purge('items', taskItemsOf(userId, taskId), deadline, eraseItem);
  await commit((writer) => {
    eraseTaskSignal(writer, userId, taskId);
    promiseLeftovers(writer, userId, taskId);
    writer.signal(userId, { kind: 'task', id: taskId });
  });
  return 'done';
};
