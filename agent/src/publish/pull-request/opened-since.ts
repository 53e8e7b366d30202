import { pushedBy } from '../../checkpoint/journal.ts';
import { isRecord } from '../../lib/is-record.ts';
import { accessTo } from './branch-pull-request.ts';
import { ifAnswered } from './earlier-pull-request.ts';
import type { Proposal, Publishing } from '../publishing.ts';
import { findWith } from './pull-request.ts';
import type { Push } from '../push/push.ts';

/**
 * True if a commit that was pushed, as approved, without a pull request has one by now, because its owner had it opened
 * at the task's page or at GitHub. Nothing is left to ask: an approval could only open a second one.
 */
export async function isOpenedSince(
  { checkout, repository, change: { commit } }: Proposal,
  push: Push,
  publishing: Pick<Publishing, 'journal' | 'githubApiUrl' | 'signal' | 'log'>,
): Promise<boolean> {
  const { journal, log } = publishing;
  // Its pull request may have been closed with its branch.
  if (journal.gone[repository.id] === commit) return false;
  const pushed = Object.entries(journal.results).filter(([, result]) => pushedBy(result) === commit);
  if (pushed.length === 0) return false;
  const branch = { owner: repository.owner, repo: repository.name, branch: checkout.branch, base: checkout.base };
  const access = accessTo(push, publishing);
  const found = await ifAnswered(`the pull request of ${commit}`, (limited) => findWith(branch, { commit }, limited), {
    access,
    log,
  });
  if (found === null) return false;
  const { url } = found;
  log(`pull request, opened since: ${url}`);
  for (const [id, result] of pushed) if (isRecord(result)) journal.results[id] = { ...result, pullRequest: url };
  journal.pullRequests[repository.id] = { url, words: journal.pullRequests[repository.id]?.words ?? [] };
  journal.settledCommits[repository.id] = commit;
  if (journal.publishedCommit === commit) journal.pullRequestUrl = url;
  return true;
}
