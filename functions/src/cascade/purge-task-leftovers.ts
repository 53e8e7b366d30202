import { checkpointStore, folderOf } from '../checkpoints/checkpoint-store.ts';
import { commit } from '../effects/transact.ts';
import { actAtOnce } from '../lib/at-once.ts';
import { OutOfTime, type BatchHandler } from '../outbox/handler.ts';
import { eraseTaskSignal } from '../erasing/erase.ts';

/** Tasks whose files are deleted concurrently. */
const AT_ONCE = 5;

/**
 * Outbox: deletes what was still uploaded for tasks during their deletion, to an address given out before, and what
 * could not be deleted then. Throws when the object store cannot be asked, so that it is tried again.
 */
export const purgeTaskLeftovers: BatchHandler = async (entries, deadline) => {
  const store = checkpointStore();
  const erased = await actAtOnce(entries, AT_ONCE, ({ subjectId }) => store.removeAll(folderOf(subjectId)), deadline);
  if (erased < entries.length) throw new OutOfTime('Time is up at leftovers');
  await commit((writer) => entries.forEach(({ userId, subjectId }) => eraseTaskSignal(writer, userId, subjectId)));
  return 'done';
};
