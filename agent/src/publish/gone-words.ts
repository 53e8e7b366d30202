import type { Journal } from '../checkpoint/journal.ts';

/**
 * What is to be known of a pushed commit that its branch no longer has; null while the branch has it. A rejection since then
 * is one of publishing it again: whatever was rejected before is asked about anew.
 */
export function goneWords(
  { gone, settledCommits }: Pick<Journal, 'gone' | 'settledCommits'>,
  repositoryId: string,
): string | null {
  const commit = gone[repositoryId];
  if (commit === undefined) return null;
  const isRejected = settledCommits[repositoryId] !== undefined;
  return `The commit ${commit.slice(0, 8)} is no longer on its branch at GitHub.${isRejected ? ' Publishing again was rejected.' : ''}`;
}
