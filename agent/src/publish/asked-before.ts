import type { ClaimedTask } from '@countersign/contract/agent';
import type { Journal } from '../checkpoint/journal.ts';
import type { PublishRequest } from './publish-request.ts';
import type { EndedPullRequest } from './pull-request.ts';

export interface Question {
  request: PublishRequest;
  /** The ended pull request that it names. */
  ended: EndedPullRequest | null;
}

/**
 * The question whether to publish a commit, in the words in which it was asked before, if it was. A decision is about
 * exact bytes: if GitHub does not answer this time, or says something else, it must not be lost.
 */
export async function questionAbout(
  { repositoryId, commit }: { repositoryId: string; commit: string },
  requestWith: (ended: EndedPullRequest | null) => PublishRequest,
  lookUp: () => Promise<EndedPullRequest | null>,
  { journal, task }: { journal: Pick<Journal, 'asked'>; task: Pick<ClaimedTask, 'openItems' | 'reopened'> },
): Promise<Question> {
  const naming = (ended: EndedPullRequest | null) => ({ request: requestWith(ended), ended });
  const isAsked = ({ request }: Question) => task.openItems.some(({ reference }) => reference === request.fingerprint);
  const kept = journal.asked[repositoryId];
  if (kept?.commit === commit) {
    const before = naming(kept.ended);
    // A reopened task may be asked long after; then its pull request may have ended since.
    if (task.reopened !== true || isAsked(before)) return before;
  }
  const now = naming(await lookUp());
  // The run that asked may have been gone before its words were saved.
  return isAsked(now) || now.ended === null ? now : ([naming(null)].find(isAsked) ?? now);
}
