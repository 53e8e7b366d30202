import { isSameRepository } from '@countersign/contract';
import { fullName } from '../../lib/full-name.ts';
import type { Proposal, Publishing } from '../publishing.ts';

/**
 * Why a commit would replace another of this task: projects of earlier versions may have a repository twice, and both
 * checkouts have the same branch. The one that was pushed first keeps it. Null where nothing of the kind is known.
 */
export function pushedByOther(
  { checkout, repository }: Proposal,
  { workspace, journal }: Pick<Publishing, 'workspace' | 'journal'>,
): string | null {
  const isPushed = workspace.checkouts.some(
    ({ repository: other }) =>
      other !== null &&
      other.id !== repository.id &&
      isSameRepository(other, repository) &&
      // Earlier versions kept only the pull request.
      (journal.pushed[other.id] ?? journal.pullRequests[other.id]) !== undefined,
  );
  if (!isPushed) return null;
  return `${fullName(repository)} is linked to the project twice, and the branch ${checkout.branch} has a commit of the other one, which a push would replace. Its changes are in this patch; for further tasks, use a project that has the repository once.`;
}
