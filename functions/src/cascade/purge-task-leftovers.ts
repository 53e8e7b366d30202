import { checkpointStore, folderOf } from '../checkpoints/checkpoint-store.ts';
import { commit } from '../effects/transact.ts';
import type { Handler } from '../outbox/handler.ts';
import { eraseTaskSignal } from '../erasing/erase.ts';

/**
 * Outbox: what was still written about a task while it was deleted, with an address given out before, and what could not
 * be deleted then. Throws when the object store cannot be asked, so that it is tried again.
 */
export const purgeTaskLeftovers: Handler = async ({ userId, subjectId: taskId }) => {
  await checkpointStore().removeAll(folderOf(taskId));
  await commit((writer) => eraseTaskSignal(writer, userId, taskId));
  return 'done';
};
