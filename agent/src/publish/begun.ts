import type { Consent } from '../consent/consent.ts';
import { TaskFailed } from '../lib/failures.ts';
import { isOfEarlierRun } from './consent-to.ts';
import type { Proposal, Publishing } from './publishing.ts';
import type { Push } from './push.ts';
import { findTip } from './tip.ts';

/**
 * Keeps that a push begins under an approval, which is for one push: a run that is lost leaves that to the next one. False
 * if it may not begin, as Stop has come, or as an earlier run has begun to push under this approval and the branch does not
 * have the commit: perhaps its owner has deleted it.
 */
export async function beginPush(
  consent: Consent,
  { repository, change: { commit } }: Pick<Proposal, 'repository' | 'change'>,
  { task, journal, checkpoints, feed }: Pick<Publishing, 'task' | 'journal' | 'checkpoints' | 'feed'>,
): Promise<boolean> {
  const { itemId } = consent;
  const before = journal.begun[repository.id];
  if (feed.stopRequested || (before?.itemId === itemId && isOfEarlierRun(consent, { task }))) return false;
  journal.begun[repository.id] = { itemId, commit };
  await checkpoints.save();
  if (!feed.stopRequested) return true;
  delete journal.begun[repository.id];
  return false;
}

/**
 * A push that this run has begun has failed. The approval still holds if nothing came of it: if it was refused, or if the
 * branch does not have the commit right after that.
 */
export async function endBegun(
  error: unknown,
  { commit, credentials, signal }: Push,
  { checkout, repository }: Pick<Proposal, 'checkout' | 'repository'>,
  { journal }: Pick<Publishing, 'journal'>,
): Promise<void> {
  if (signal.aborted) return;
  const look = () => findTip(checkout, { credentials, signal }).catch(() => commit); // nobody knows
  if (error instanceof TaskFailed || (await look()) !== commit) delete journal.begun[repository.id];
}
