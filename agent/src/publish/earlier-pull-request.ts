import type { AgentRepository } from '@countersign/contract/agent';
import type { Log } from '../server/log.ts';
import type { Checkout } from '../workspace/checkout.ts';
import { findEnded, type GithubAccess } from './pull-request.ts';

/** Milliseconds to look for it: the person is not to wait longer for the question. */
const LOOK_MS = 10_000;

/** What became of the pull request that this branch had before, in sentences for the person. */
export interface EarlierPullRequest {
  /** For the question. */
  question: string;
  /** For the result, beside the new pull request. */
  result: string;
}

/**
 * What is to be known of the pull request that the branch had before this commit; null if there was none, it is still
 * open, or GitHub does not say. A task goes on from where it began, not from what has been merged since: a new pull
 * request of its branch holds the merged changes again.
 */
export async function earlierPullRequest(
  { branch }: Checkout,
  { owner, name }: AgentRepository,
  commit: string,
  access: GithubAccess,
  log: Log,
): Promise<EarlierPullRequest | null> {
  const { signal } = access;
  try {
    const limited = { ...access, signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]) };
    const ended = await findEnded({ owner, repo: name, branch }, commit, limited);
    if (ended === null) return null;
    const [it, became] = [`#${ended.number}`, ended.isMerged ? 'merged' : 'closed'];
    const all = `everything that the task has changed, also what was in ${it}`;
    const instead = ended.isMerged ? ' For the new changes alone, create another task.' : '';
    return {
      question: `Pull request ${it} of this branch was ${became}. What follows is ${all}.${instead}`,
      result: `Pull request ${it} was ${became}; this one holds ${all}.`,
    };
  } catch (error) {
    signal.throwIfAborted();
    log(`the branch's earlier pull request could not be looked up: ${String(error)}`);
    return null;
  }
}
