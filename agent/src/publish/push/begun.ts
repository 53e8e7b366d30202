import type { Consent } from '../../consent/consent.ts';
import { TaskFailed } from '../../lib/failures.ts';
import { fullName } from '../../lib/full-name.ts';
import { pause } from '../../lib/lifetime.ts';
import { ProgramFailed } from '../../lib/run-program.ts';
import { isOfEarlierRun, reportNotPublished } from '../question/consent-to.ts';
import type { Proposal, Publishing } from '../publishing.ts';

type Begins = Pick<
  Publishing,
  'task' | 'journal' | 'checkpoints' | 'saved' | 'feed' | 'log' | 'signal' | 'saveAgainMs'
>;

/** How often it is tried to save that a push begins, and milliseconds between: each may take a while where no store answers. */
const SAVE_TRIES = 6;
const SAVE_AGAIN_MS = 10_000;

/**
 * Keeps that a push begins under an approval, which is for one push: a run that is lost leaves that to the next one. False
 * if it may not begin, as Stop has come, or as an earlier run has begun to push under this approval and the branch does not
 * have the commit: perhaps its owner has deleted it. Throws TaskFailed if that cannot be saved.
 */
export async function beginPush(
  consent: Consent,
  { repository, change: { commit } }: Pick<Proposal, 'repository' | 'change'>,
  publishing: Begins,
): Promise<boolean> {
  const { itemId } = consent;
  const { task, journal, feed } = publishing;
  const before = journal.begun[repository.id];
  if (feed.stopRequested || (before?.itemId === itemId && isOfEarlierRun(consent, { task }))) return false;
  journal.begun[repository.id] = { itemId, commit };
  const isSaved = await saveBegun(publishing);
  if (isSaved && !feed.stopRequested) return true;
  delete journal.begun[repository.id];
  if (feed.stopRequested) return false;
  const why = 'that the push begins could not be saved, and without that your approval might be used twice.';
  if (!isOfEarlierRun(consent, { task })) reportNotPublished(consent, `It was not published: ${why}`, publishing);
  throw new TaskFailed(
    `Nothing was pushed to ${fullName(repository)}: ${why} Reopen the task once it can be saved: it goes on from what was saved last.`,
  );
}

/** False if it could not be saved, in several tries, or Stop has come by then. */
async function saveBegun({ checkpoints, feed, log, signal, saveAgainMs = SAVE_AGAIN_MS }: Begins): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (await checkpoints.save()) return true;
    // Trying again would not help: it would never be pushed. What is saved is older, and as a rule leads to another commit.
    if (checkpoints.isTooLarge()) return true;
    if (tries === SAVE_TRIES || feed.stopRequested) return false;
    log('nothing is pushed before it is saved that the push begins: this is tried again');
    await pause(saveAgainMs, signal);
  }
}

/**
 * Git's words where nothing of a push can be under way: it did not reach the host, or the host, or git itself, has refused
 * all of it. With "unable to access" git ends as it asks for the host's branches, before it sends anything. After others,
 * such as those of a connection that broke, a host may still finish it, even minutes later.
 */
const NOT_UNDER_WAY =
  /^fatal: unable to access '|Could not resolve host|Failed to connect to|Connection refused|The requested URL returned error: 4(?!08)\d\d|^ ! \[(?:remote )?rejected\]/m;

/**
 * A push that this run has begun has failed. The approval still holds if nothing can come of it; else a later run takes it
 * for used, and looks whether the branch has the commit.
 */
export function endBegun(
  error: unknown,
  { repository }: Pick<Proposal, 'repository'>,
  { journal, signal }: Pick<Publishing, 'journal' | 'signal'>,
): void {
  if (signal.aborted) return;
  const isRefused = error instanceof ProgramFailed && NOT_UNDER_WAY.test(error.stderr);
  if (error instanceof TaskFailed || isRefused) delete journal.begun[repository.id];
}
