import type { ClaimedTask } from '@countersign/contract/agent';
import type { Journal } from '../../checkpoint/journal.ts';
import type { PublishRequest } from './publish-request.ts';
import type { EndedPullRequest } from '../pull-request/pull-request.ts';

/** What a question about a commit says beside it, and may change without it. */
export interface Words {
  /** The ended pull request that it names. */
  ended: EndedPullRequest | null;
  /** Where the signed note goes; null if there will be none. */
  note: string | null;
}

export interface Question {
  request: PublishRequest;
  words: Words;
}

/**
 * The question whether to publish a commit, in the words in which it was asked before, if it was. A decision is about
 * exact bytes: if GitHub does not answer this time, or says something else, or the deployment has got its key since, it
 * must not be lost.
 */
export async function questionAbout(
  { repositoryId, commit }: { repositoryId: string; commit: string },
  requestWith: (words: Words) => PublishRequest,
  lookUp: () => Promise<EndedPullRequest | null>,
  {
    journal,
    task,
  }: { journal: Pick<Journal, 'asked'>; task: Pick<ClaimedTask, 'openItems' | 'reopened' | 'evidence'> },
): Promise<Question> {
  const naming = (ended: EndedPullRequest | null, note = task.evidence?.note ?? null): Question => {
    const words = { ended, note };
    return { request: requestWith(words), words };
  };
  const isAsked = ({ request }: Question) => task.openItems.some(({ reference }) => reference === request.fingerprint);
  const kept = journal.asked[repositoryId];
  if (kept?.commit === commit) {
    const before = naming(kept.ended, kept.note);
    // A reopened task may be asked long after; then its pull request may have ended since.
    if (task.reopened !== true || isAsked(before)) return before;
  }
  const now = naming(await lookUp());
  // The run that asked may have been gone before its words were saved.
  return isAsked(now) || now.words.ended === null ? now : ([naming(null)].find(isAsked) ?? now);
}
