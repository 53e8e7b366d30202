import type { CallOutput, routes } from '@countersign/contract';
import { signStatement } from '../evidence/sign-statement.ts';
import { conflict, notFound } from '../lib/errors.ts';
import { read } from '../store/data.ts';
import { taskItems, tasks } from '../store/firestore.ts';
import { readPublishedCommit } from './published-commit.ts';

/**
 * The signed statement about a published commit for its owner, who may add the note where the runner could not push it.
 * Throws `not_found`, `conflict` for anything but a commit that was approved and pushed, or without a signing key.
 */
export async function signPublication(
  userId: string,
  itemId: string,
): Promise<CallOutput<typeof routes.postTaskItemEvidence>> {
  const item = await read(taskItems().doc(itemId));
  if (item?.userId !== userId) throw notFound('Task item');
  const { taskId } = item;
  const published = await readPublishedCommit(item);
  if (published === null) throw conflict('This is not a commit that was approved and pushed');
  const envelope = await signStatement({
    taskId,
    itemId,
    commit: null,
    repository: published.repository,
    actor: 'owner',
    async readTask(tx) {
      const task = await tx.read(tasks().doc(taskId));
      if (task?.userId !== userId) throw notFound('Task');
      return task;
    },
  });
  if (envelope === null) throw conflict('This deployment has no key to sign with');
  return envelope;
}
