import type { RecordItem } from '@countersign/contract/agent';
import type { Consent } from '../../consent/consent.ts';
import { DecidedMeanwhile } from '../../consent/put-question.ts';
import { throwIfStopped } from '../../consent/throw-if-stopped.ts';
import { bytesOf } from '../../server/send-file.ts';
import type { PublishRequest } from './publish-request.ts';
import type { Publishing } from '../publishing.ts';
import { hearOf, standingWith } from './withdraw-former.ts';

/** What came of asking. */
interface Answered {
  consent: Consent;
  /** True for a rejection of what was to be published before: nobody has seen yet what is to be published now. */
  isOfFormer: boolean;
}

/** A question up to this size is sent with its patch; below what one request, and a file in it, may hold. */
const WHOLE_BYTES = 700 * 1024;
/** What came of an approval that was too late. */
const notPublished = 'It was not published: the commit or its words had changed by then, and are asked about instead.';
/** What came of an approval that Stop has taken back. */
export const stopped = 'It was not published: Stop was pressed before that.';
/** The same where the branch has lost what the commit follows: the approval was for this commit alone. */
export const followsLost =
  'It was not published: its branch no longer has the commit that it follows. All that there is is asked about anew, in a commit of its own.';

/**
 * Asks whether to publish a commit. If an earlier run's question about the same repository still stands, which is about
 * another commit or in other words, this one replaces it. Null where Stop has come by then and its owner has written
 * since: that comes first. Throws TaskFailed after Stop, whatever was approved before.
 */
export async function consentTo(request: PublishRequest, publishing: Publishing): Promise<Answered | null> {
  // With it lapses what was redeemed before.
  if (await publishing.consents.hearsStop()) return null;
  const before = redeemedBefore(request.fingerprint, publishing);
  if (before !== null) return { consent: before, isOfFormer: false };
  const former = formerOf(request, publishing);
  try {
    return await obtain(request, former, publishing);
  } catch (error) {
    if (!(error instanceof DecidedMeanwhile) || former === null) throw error;
    const rejection = await hearOf(former, notPublished, publishing);
    if (rejection !== null) return { consent: rejection, isOfFormer: true };
    return obtain(request, null, publishing);
  }
}

/** The id of the question that this one replaces; null if there is none, or if it is this one. */
function formerOf({ item, fingerprint }: PublishRequest, { consents }: Publishing): string | null {
  const standing = standingWith(item.title, consents);
  const isThis = standing.some((one) => one.fingerprint === fingerprint);
  return isThis ? null : (standing[0]?.itemId ?? null);
}

async function obtain(
  request: PublishRequest,
  former: string | null,
  publishing: Publishing,
): Promise<Answered | null> {
  const { item, fingerprint } = request;
  const { consents, checkpoints, reports, feed, signal } = publishing;
  const sendLong = (asked: RecordItem) =>
    bytesOf(asked) <= WHOLE_BYTES ? Promise.resolve(asked) : reports.sendFile(asked);
  const link = former === null ? {} : { replaces: former };
  // Large work takes long to save, most of it to pack its commits. They are packed while the person reads, and not again
  // when it is saved that the push begins, unless they are too large to be kept. What cannot be saved is said in the history.
  const onAsked = () => void checkpoints.save().catch(() => undefined);
  const consent = await consents.obtain({ item, fingerprint, signal, sendLong, onAsked, ...link });
  if (consent.byStop !== true) {
    if (!consent.isApproved || !feed.stopRequested) return { consent, isOfFormer: false };
    await lapse(consent, stopped, publishing);
  }
  return feed.messages.unsaid.length > 0 ? null : obtain(request, null, publishing);
}

/**
 * Records that nothing is published under an approval that was redeemed already and so cannot be undone, for instance
 * because Stop has come since; `why` becomes its result. Throws TaskFailed after Stop, unless the owner has written
 * since; then that comes first, and the same is asked again.
 */
export async function lapse(consent: Consent, why: string, publishing: Publishing): Promise<void> {
  const { itemId } = consent;
  const { journal, feed } = publishing;
  if (!isOfEarlierRun(consent, publishing)) reportNotPublished(consent, why, publishing);
  // An earlier run redeemed it, and what came of that is unknown.
  else if (!journal.lapsed.includes(itemId)) journal.lapsed.push(itemId);
  await throwIfStopped(feed);
}

/** Whether an earlier run has redeemed it: what that run has done on it is unknown here. */
export function isOfEarlierRun({ itemId }: Consent, { task }: Pick<Publishing, 'task'>): boolean {
  return task.openItems.some(({ id, grant }) => id === itemId && grant === 'released');
}

/** Nothing has been published on an approval that this run has redeemed, and nothing will be. */
export function reportNotPublished(
  { itemId }: Consent,
  output: string,
  { journal, saved }: Pick<Publishing, 'journal' | 'saved'>,
): void {
  if (!journal.lapsed.includes(itemId)) journal.lapsed.push(itemId);
  saved.reportWhenSaved(itemId, { outcome: 'not_executed', toolResponse: { status: 'failed', output } });
}

/**
 * A consent that an earlier run redeemed without reporting an outcome. For what only the runner does that is no
 * obstacle: it looks for the commit on the branch first, so it cannot happen twice. The consent holds only for the very
 * bytes it was given for: if the task's words have changed, the pull request would have others than those approved. One
 * that was said to have come too late stays so, and one that has lapsed with Stop.
 */
function redeemedBefore(fingerprint: string, { task, journal }: Pick<Publishing, 'task' | 'journal'>): Consent | null {
  const isOver = new Set([...journal.notExecuted, ...journal.lapsed]);
  const open = task.openItems.find(
    ({ id, reference, grant, isApproved }) =>
      reference === fingerprint && grant === 'released' && isApproved === true && !isOver.has(id),
  );
  if (open === undefined) return null;
  return { itemId: open.id, isApproved: true, reason: null, edits: open.edits, answer: null, isDecided: true };
}
