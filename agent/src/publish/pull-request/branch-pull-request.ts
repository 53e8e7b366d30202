import { messageOf } from '../../lib/failures.ts';
import type { Publishing } from '../publishing.ts';
import {
  digestOfWords,
  openPullRequest,
  type GithubAccess,
  type KnownPullRequest,
  type PullRequest,
} from './pull-request.ts';
import type { Push } from '../push/push.ts';

const PULL_REQUEST = {
  kind: 'publish',
  title: 'Opening the pull request',
  text: 'GitHub is taking a long time to answer about the pull request.',
} as const;

/** GitHub's REST API with the token that is used to push. */
export const accessTo = (
  { credentials }: Push,
  { githubApiUrl, signal }: Pick<Publishing, 'githubApiUrl' | 'signal'>,
): GithubAccess => ({ baseUrl: githubApiUrl, token: credentials?.token ?? null, signal });

/**
 * Opens the pull request of a pushed branch, or gives the open one these words. A failure is reported and fails nothing:
 * the push has happened. Null where none is open, and none is to be opened.
 */
export async function openBranchPullRequest(
  wanted: PullRequest,
  repositoryId: string,
  access: GithubAccess,
  { journal, log, waits, signal }: Pick<Publishing, 'journal' | 'log' | 'waits' | 'signal'>,
): Promise<{ url: string | null; problem: string | null } | null> {
  const known: KnownPullRequest = journal.pullRequests[repositoryId] ?? { url: null, words: [] };
  // The words are kept even if it cannot be opened here: its owner can have it opened later, with these words.
  // An earlier version of the runner kept no words of a pull request that it opened.
  const isUnknown = known.url !== null && known.words.length === 0;
  const words = isUnknown ? [] : [...new Set([...known.words, digestOfWords(wanted.title, wanted.body)])];
  journal.pullRequests[repositoryId] = { url: known.url, words };
  try {
    const opened = await waits.during(PULL_REQUEST, () => openPullRequest(wanted, known, access));
    if (opened === null) return null;
    const { url, remark } = opened;
    journal.pullRequests[repositoryId] = { url, words };
    log(`pull request: ${url}`);
    if (remark !== null) log(remark);
    return { url, problem: remark };
  } catch (error) {
    signal.throwIfAborted();
    const problem = `The pull request could not be opened: ${messageOf(error)}`;
    log(problem);
    return { url: null, problem };
  }
}
