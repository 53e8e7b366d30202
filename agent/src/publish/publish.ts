import type { AgentRepository, ClaimedTask, OpenItem, RecordItem } from '@countersign/contract/agent';
import type { Attribution } from '../attribution/attribution.ts';
import type { Journal } from '../checkpoint/journal.ts';
import type { SavedReports } from '../checkpoint/saved-reports.ts';
import type { Consent, Consents } from '../consent/consent.ts';
import type { Rejection } from '../consent/rejection.ts';
import { stepId } from '../lib/step-id.ts';
import { isConflict, type AgentApi } from '../server/api.ts';
import type { Log } from '../server/log.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import { bytesOf } from '../server/send-file.ts';
import type { ToldWaits } from '../server/told-waits.ts';
import type { Checkout } from '../workspace/checkout.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { changeOf, commitAll, patchOf, timeNow, type Change } from './commit.ts';
import { questionAbout } from './asked-before.ts';
import { accessTo, pullRequestOf } from './branch-pull-request.ts';
import { earlierPullRequest, inResult } from './earlier-pull-request.ts';
import { patchItem, publishRequest } from './publish-request.ts';
import { pushEvidence } from './push-evidence.ts';
import type { EndedPullRequest } from './pull-request.ts';
import { obstacleTo, push, type Push } from './push.ts';
import { replacedPointers } from './replaced-pointers.ts';

/** What publishing needs of a task. */
export interface Publishing {
  task: ClaimedTask;
  workspace: Pick<Workspace, 'checkouts' | 'credentialsOf'>;
  journal: Journal;
  consents: Consents;
  reports: ReportQueue;
  api: AgentApi;
  saved: Pick<SavedReports, 'reportWhenSaved'>;
  attribution: Pick<Attribution, 'ofCommit'>;
  /** Where the app is served, for a link back to the task. */
  appUrl: string | null;
  githubApiUrl: string;
  log: Log;
  waits: Pick<ToldWaits, 'during'>;
  signal: AbortSignal;
}

/** A question up to this size is sent with its patch; below what one request, and a file in it, may hold. */
const WHOLE_BYTES = 700 * 1024;

/**
 * Commits what the agent made and publishes what the person approves, each repository on its own: pushes exactly the
 * commit that was shown, and opens its pull request, once. Resolves with the rejections. Throws ProgramFailed.
 */
export async function publish(publishing: Publishing): Promise<Rejection[]> {
  const { task, workspace, journal, log } = publishing;
  const rejections: Rejection[] = [];
  const finishedAt = journal.finishedAt ?? timeNow();
  for (const checkout of workspace.checkouts) {
    const commit = await commitAll(checkout, task, finishedAt);
    const { repository } = checkout;
    if (repository === null || journal.settledCommits[repository.id] === commit) continue;
    const change = await changeOf(checkout, commit);
    if (change === null) continue;
    log(`committed ${commit.slice(0, 8)} on ${checkout.branch}`);
    const rejection = await publishOne(checkout, repository, change, publishing);
    if (rejection !== null) rejections.push(rejection);
  }
  return rejections;
}

async function publishOne(
  checkout: Checkout,
  repository: AgentRepository,
  change: Change,
  publishing: Publishing,
): Promise<Rejection | null> {
  const { task, workspace, journal, consents, reports, log, signal } = publishing;
  const patch = await patchOf(checkout);
  const replaced = await replacedPointers(checkout);
  const attribution = await publishing.attribution.ofCommit(checkout, change.commit);
  const whatNow = async () => {
    const credentials = await workspace.credentialsOf(repository);
    return { commit: change.commit, credentials, signal };
  };
  const before = await whatNow();
  const isFirst = journal.publishedCommit === null;
  const lookUp = async (push: Push) =>
    isFirst ? null : earlierPullRequest(checkout, repository, change.commit, accessTo(push, publishing), log);
  const requestWith = (ended: EndedPullRequest | null) =>
    publishRequest(task, checkout, repository, { ...change, patch, ended, replaced, attribution }, publishing.appUrl);
  const about = { repositoryId: repository.id, commit: change.commit };
  const { request, ended } = await questionAbout(about, requestWith, () => lookUp(before), publishing);
  const obstacle = await obstacleTo(checkout, before);
  if (obstacle !== null) {
    log(`${repository.owner}/${repository.name} cannot be pushed to: ${obstacle}`);
    await recordPatch(patchItem(request, obstacle, change), publishing);
    return null; // not recorded as settled: once that is fixed and the task reopened, the same commit is published
  }
  const { item, fingerprint } = request;
  log(`asks: ${item.title}`);
  journal.asked[repository.id] = { commit: change.commit, ended };
  const sendLong = (asked: RecordItem) =>
    bytesOf(asked) <= WHOLE_BYTES ? Promise.resolve(asked) : reports.sendFile(asked);
  const consent =
    redeemedBefore(fingerprint, task.openItems) ?? (await consents.obtain({ item, fingerprint, signal, sendLong }));
  if (!consent.isApproved) {
    const reason = consent.reason ?? 'No reason was given.';
    log(`publishing was rejected: ${reason}`);
    journal.settledCommits[repository.id] = change.commit;
    return { itemId: consent.itemId, type: 'approval_request', title: item.title, reason, isDecided: true };
  }
  // The decision may have taken days, and another token may have been stored since.
  const what = await whatNow();
  const name = `${repository.owner}/${repository.name}`;
  const wait = {
    kind: 'publish',
    title: `Pushing to ${name}`,
    text: `Pushing to ${name} is taking a long time.`,
  } as const;
  await publishing.waits.during(wait, () => push(checkout, what));
  log(`pushed ${change.commit.slice(0, 8)} to ${checkout.branch} of ${name}`);
  journal.publishedCommit = change.commit;
  const note = await pushEvidence(checkout, consent.itemId, what, publishing);
  // It may have been merged while the person was deciding. Once another is open, it is no longer the newest.
  const earlier = (await lookUp(what)) ?? ended;
  const pull = await pullRequestOf(checkout, repository, request, consent, accessTo(what, publishing), publishing);
  if (pull.url !== null) journal.pullRequestUrl = pull.url;
  const { commit, changed } = change;
  const pullRequest = pull.url ?? pull.problem;
  const remarks = pull.url === null ? [] : [earlier && inResult(earlier, pull.url), pull.problem];
  const remark = remarks.filter(Boolean).join(' ') || null;
  const toolResponse = { branch: checkout.branch, commit, pullRequest, remark, changed, note };
  journal.settledCommits[repository.id] = change.commit;
  publishing.saved.reportWhenSaved(consent.itemId, { outcome: 'executed', toolResponse });
  return null;
}

/** Records a patch for download, under another id if something about this commit was decided before. */
async function recordPatch(item: RecordItem, { reports, task }: Publishing): Promise<void> {
  try {
    await reports.ask(await reports.sendFile(item));
  } catch (error) {
    if (!isConflict(error)) throw error;
    reports.put(await reports.sendFile({ ...item, id: stepId(item.id, 'again', String(task.epoch)) }));
  }
}

/**
 * A consent that an earlier run redeemed without reporting an outcome. For what only the runner does that is no
 * obstacle: it looks for the commit on the branch first, so it cannot happen twice. The consent holds only for the very
 * bytes it was given for: if the task's words have changed, the pull request would have others than those approved.
 */
function redeemedBefore(fingerprint: string, openItems: readonly OpenItem[]): Consent | null {
  const open = openItems.find(
    ({ reference, grant, isApproved }) => reference === fingerprint && grant === 'released' && isApproved === true,
  );
  if (open === undefined) return null;
  return { itemId: open.id, isApproved: true, reason: null, edits: open.edits, answer: null, isDecided: true };
}
