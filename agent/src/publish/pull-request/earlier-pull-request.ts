import type { Log } from '../../server/log.ts';
import { findEnded, type EndedPullRequest, type GithubAccess, type RemoteBranch } from './pull-request.ts';

/** Milliseconds to look for it: the person is not to wait longer for the question. */
const LOOK_MS = 10_000;

/**
 * The pull request that the branch had before this commit, if it has ended; null if there was none, it is still open,
 * or GitHub does not say. A task goes on from where it began, not from what has been merged since: a new pull request
 * of its branch holds the merged changes again.
 */
export async function earlierPullRequest(
  branch: RemoteBranch & { base: string },
  commit: string,
  access: GithubAccess,
  log: Log,
): Promise<EndedPullRequest | null> {
  const find = (limited: GithubAccess) => findEnded(branch, commit, limited);
  return ifAnswered("the branch's earlier pull request", find, { access, log });
}

/** What GitHub says of something; null if it does not answer in time. */
export async function ifAnswered<T>(
  what: string,
  find: (limited: GithubAccess) => Promise<T>,
  { access, log }: { access: GithubAccess; log: Log },
): Promise<T | null> {
  const { signal } = access;
  try {
    return await find({ ...access, signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]) });
  } catch (error) {
    signal.throwIfAborted();
    log(`${what} could not be looked up: ${String(error)}`);
    return null;
  }
}

/** What the person is told of it in the question, which may be about a commit that takes its changes back. */
export function inQuestion(ended: EndedPullRequest, isTakenBack: boolean): string {
  if (isTakenBack) return `${endOf(ended)} No other pull request will be opened.`;
  const { number, isMerged } = ended;
  const instead = isMerged ? ' For the new changes alone, create another task.' : '';
  return `Pull request #${number} of this branch was ${becameOf(isMerged)}. What follows is ${allOf(number)}.${instead}`;
}

/** The same in the result, beside the address of the new pull request; null if it is the same one, open again. */
export function inResult({ number, isMerged }: EndedPullRequest, url: string): string | null {
  if (url.endsWith(`/pull/${number}`)) return null;
  return `Pull request #${number} was ${becameOf(isMerged)}; this one holds ${allOf(number)}.`;
}

/**
 * The result where a branch changes nothing any more, and none of its pull requests is open: the address of the one
 * that has ended, as far as it is known, and why there is no other.
 */
export function withoutAnother(ended: EndedPullRequest | null, known: string | null) {
  const isKnown = ended === null || known?.endsWith(`/pull/${ended.number}`) === true;
  const why = 'No other pull request was opened: the branch changes nothing any more.';
  return { url: isKnown ? known : null, problem: ended === null ? why : `${why} ${endOf(ended)}` };
}

/** What became of one whose changes are taken back on its branch. */
function endOf({ number, isMerged }: EndedPullRequest): string {
  return `Pull request #${number} was ${becameOf(isMerged)}${isMerged ? ': what it brought stays; revert it at GitHub.' : '.'}`;
}

const becameOf = (isMerged: boolean) => (isMerged ? 'merged' : 'closed');
const allOf = (number: number) => `everything that the task has changed, also what was in #${number}`;
