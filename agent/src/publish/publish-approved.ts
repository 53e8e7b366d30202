import { notePushed } from '../checkpoint/journal.ts';
import type { Consent } from '../consent/consent.ts';
import { TaskFailed } from '../lib/failures.ts';
import { fullName } from '../lib/full-name.ts';
import { orSayRefusal } from '../workspace/git/git-refusal.ts';
import type { Words } from './question/asked-before.ts';
import { accessTo, openBranchPullRequest } from './pull-request/branch-pull-request.ts';
import { isOfEarlierRun, reportNotPublished } from './question/consent-to.ts';
import { beginPush, endBegun } from './push/begun.ts';
import { inResult, withoutAnother } from './pull-request/earlier-pull-request.ts';
import type { PublishRequest } from './question/publish-request.ts';
import { pushOf, type Proposal, type Publishing } from './publishing.ts';
import type { EndedPullRequest } from './pull-request/pull-request.ts';
import { pushEvidence } from './push/push-evidence.ts';
import { BringsOthers, push, type Push } from './push/push.ts';
import { refusalOf, refusalWords, refusedWords } from './push/push-refusal.ts';
import { takesBack } from './commit/taken-back.ts';
import { withoutBase } from './push/without-base.ts';

/** An approved question whether to publish a commit. */
export interface ApprovedRequest {
  request: PublishRequest;
  consent: Consent;
  /** What the question says beside the commit. */
  words: Words;
  /** The ended pull request as it is now, by GitHub's word; null also where GitHub does not say. */
  lookUp: (push: Push) => Promise<EndedPullRequest | null>;
}

/**
 * Pushes exactly the approved commit, and its signed note, opens its pull request, and reports what came of it. Nothing is
 * done if Stop came before the push, or an earlier run has begun to push under this approval and the branch does not have
 * it (`stopped`), or if the branch has lost what the commit follows (`followsLost`); after that all of it belongs to the push.
 * Throws ProgramFailed and TaskFailed if the commit cannot be pushed; what fails after that is part of the report.
 */
export async function publishApproved(
  proposal: Proposal,
  { request, consent, words: asked, lookUp }: ApprovedRequest,
  publishing: Publishing,
): Promise<'published' | 'stopped' | 'followsLost'> {
  const { checkout, repository } = proposal;
  const { branch, base } = checkout;
  const { commit, changed } = proposal.change;
  const { journal, log, waits, saved } = publishing;
  // The decision may have taken days, and another token may have been stored since.
  const what = await pushOf(proposal, publishing).catch((error: unknown) => notBegun(error, consent, publishing));
  const title = `Pushing to ${fullName(repository)}`;
  // What an earlier run has begun is not known to have failed because this one cannot begin.
  let hasBegun = false;
  const begin = async () => (hasBegun = await beginPush(consent, proposal, publishing));
  const pushIt = () =>
    orSayRefusal({ repository, act: 'pushed to', credentials: what.credentials }, () =>
      push(checkout, what, begin).catch((error: unknown) => keepRefusal(error, consent, proposal, publishing)),
    );
  const wait = { kind: 'publish', title, text: `${title} is taking a long time.` } as const;
  const isPushed = await waits.during(wait, pushIt).catch((error: unknown) => {
    if (error instanceof BringsOthers) return null;
    if (hasBegun) endBegun(error, proposal, publishing);
    throw error;
  });
  if (!isPushed) return isPushed === null ? 'followsLost' : 'stopped';
  log(`pushed ${commit.slice(0, 8)} to ${branch} of ${fullName(repository)}`);
  notePushed(journal, repository.id, commit);
  const note = await pushEvidence({ ...publishing, checkout, itemId: consent.itemId, ref: asked.note, push: what });
  // It may have been merged while the person was deciding. Once another is open, it is no longer the newest.
  const earlier = (await lookUp(what)) ?? asked.ended;
  const words = { title: consent.edits?.title ?? request.title, body: consent.edits?.body ?? request.body };
  const isEmpty = takesBack(proposal);
  const wanted = { owner: repository.owner, repo: repository.name, branch, base, ...words, isEmpty };
  const access = accessTo(what, publishing);
  const barred = await withoutBase(proposal, what);
  const { url, problem } =
    barred ??
    (await openBranchPullRequest(wanted, repository.id, access, publishing)) ??
    withoutAnother(earlier, journal.pullRequests[repository.id]?.url ?? null);
  if (url !== null) journal.pullRequestUrl = url;
  else if (problem !== null) journal.unpublished[repository.id] = problem;
  const remarks = url === null ? [] : [earlier && inResult(earlier, url), problem];
  const remark = remarks.filter(Boolean).join(' ') || null;
  journal.settledCommits[repository.id] = commit;
  const toolResponse = {
    branch,
    commit,
    pullRequest: url ?? problem,
    remark,
    changed,
    note,
    ...(barred && { canRetry: false }),
  };
  saved.reportWhenSaved(consent.itemId, { outcome: 'executed', toolResponse });
  return 'published';
}

/** Throws the error; if the repository is no longer linked, nothing can come of the approval, which is reported. */
function notBegun(error: unknown, consent: Consent, publishing: Publishing): never {
  if (error instanceof TaskFailed && !isOfEarlierRun(consent, publishing)) {
    reportNotPublished(consent, `It was not published: ${error.message}`, publishing);
  }
  throw error;
}

/**
 * Throws the error; if GitHub refuses what is pushed, the next run's agent is told why. The approval holds for the same
 * commit, unless Stop has come during the push.
 */
function keepRefusal(
  error: unknown,
  { itemId }: Consent,
  { repository, change }: Proposal,
  { journal, redact, feed, saved }: Publishing,
): never {
  const words = refusalOf(error, redact);
  if (words === null) throw error;
  const isStopped = feed.stopRequested;
  journal.refused[repository.id] = words;
  if (isStopped) {
    delete journal.refusedItems[repository.id];
    const toolResponse = { status: 'failed', output: refusedWords };
    saved.reportWhenSaved(itemId, { outcome: 'not_executed', toolResponse });
  } else journal.refusedItems[repository.id] = { itemId, commit: change.commit };
  throw new TaskFailed(refusalWords(fullName(repository), words, { isStopped }));
}
