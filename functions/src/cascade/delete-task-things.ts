import { deleteCheckpointsOf } from '../agent-api/checkpoint-store.ts';
import { commit } from '../data.ts';
import { tasks } from '../firestore.ts';
import type { Handler } from '../outbox/handlers.ts';
import { childTasks, taskItemsOf } from '../queries.ts';
import { touch } from '../signals/touch.ts';
import { eraseItem, eraseTaskSignal, promiseLeftovers } from './erase.ts';
import { purge } from './purge.ts';

/** Outbox: what is left of a deleted task. Its subtasks become tasks of their own. */
export const deleteTaskThings: Handler = async ({ userId, subjectId: taskId }, deadline) => {
  await deleteCheckpointsOf(taskId);
  await purge('subtasks', childTasks(userId, taskId), deadline, (writer, { id }) =>
    writer.update(tasks().doc(id), { parentId: null }),
  );
  await purge('items', taskItemsOf(userId, taskId), deadline, eraseItem);
  await commit((writer) => {
    eraseTaskSignal(writer, userId, taskId);
    promiseLeftovers(writer, userId, taskId);
  });
  await touch(userId, [{ kind: 'task', id: taskId }]);
  return 'done';
};
