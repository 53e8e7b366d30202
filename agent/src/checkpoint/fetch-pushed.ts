import type { Checkout } from '../workspace/git/checkout.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { pushedBy, type Journal } from './journal.ts';

/**
 * Fetches what the task has pushed of a repository, with the commits below it; false if there is nothing. Runners once cut
 * a checkout's history at its pushed commit, so that checkpoints lack the commits below it. They are at the remote, where
 * the branch, or a pull request if that is deleted, leads to them.
 */
export async function fetchPushed(
  { git, repository }: Pick<Checkout, 'git' | 'repository'>,
  { results }: Pick<Journal, 'results'>,
  { workspace, signal }: { workspace: Pick<Workspace, 'credentialsOf'>; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const commits = Object.values(results).flatMap((result) => pushedBy(result) ?? []);
  if (repository === null || commits.length === 0) return false;
  const call = { credentials: await workspace.credentialsOf(repository), ...(signal && { signal }) };
  let isFetched = false;
  for (const commit of commits) {
    // Some are of other repositories.
    const fetched = git(['fetch', '--quiet', '--no-tags', 'origin', commit], call).then(() => true);
    isFetched = (await fetched.catch(() => false)) || isFetched;
    signal?.throwIfAborted();
  }
  return isFetched;
}
