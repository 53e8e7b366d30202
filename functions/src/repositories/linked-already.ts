import { isSameRepository } from '@countersign/contract';
import type { RepositoryDocument } from '../documents/repository.ts';
import type { Tx } from '../effects/transact.ts';
import { projectRepositories } from '../store/queries.ts';

/**
 * True if the project has the same GitHub repository already: a task's commits in the one would replace those in the
 * other, as both have the task's branch. Read in the transaction that links it, so that no other is linked meanwhile.
 */
export async function isLinkedAlready(
  tx: Pick<Tx, 'query'>,
  { id, userId, projectId, owner, name }: Omit<RepositoryDocument, 'projectId'> & { projectId: string },
): Promise<boolean> {
  const linked = await tx.query(projectRepositories(userId, projectId));
  return linked.some((other) => other.id !== id && isSameRepository(other, { owner, name }));
}

/** The same for a person. */
export const linkedAlready = ({ owner, name }: Pick<RepositoryDocument, 'owner' | 'name'>) =>
  `${owner}/${name} is linked to this project already`;
