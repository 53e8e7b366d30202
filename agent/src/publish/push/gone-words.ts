import type { Journal } from '../../checkpoint/journal.ts';

/**
 * What the person should know about a pushed commit that its branch no longer has; null while the branch has it. A
 * rejection since then is about publishing it again; whatever was rejected earlier is asked about once more.
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
