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
import { earlierPullRequest } from './earlier-pull-request.ts';
import { patchItem, publishRequest, type PublishRequest } from './publish-request.ts';
import { pushEvidence } from './push-evidence.ts';
import { openPullRequest, type GithubAccess } from './pull-request.ts';
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
  const earlierNow = (push: Push) =>
    isFirst ? null : earlierPullRequest(checkout, repository, change.commit, accessTo(push, publishing), log);
  const earlier = (await earlierNow(before))?.question ?? null;
  const published = { ...change, patch, earlier, replaced, attribution };
  const request = publishRequest(task, checkout, repository, published, publishing.appUrl);
  const obstacle = await obstacleTo(checkout, before);
  if (obstacle !== null) {
    log(`${repository.owner}/${repository.name} cannot be pushed to: ${obstacle}`);
    await recordPatch(patchItem(request, obstacle, change), publishing);
    return null; // not recorded as settled: once that is fixed and the task reopened, the same commit is published
  }
  const { item, fingerprint } = request;
  log(`asks: ${item.title}`);
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
  const pull = await pullRequestOf(checkout, repository, request, consent, accessTo(what, publishing), publishing);
  if (pull.url !== null) journal.pullRequestUrl = pull.url;
  const { commit, changed } = change;
  const pullRequest = pull.url ?? pull.problem;
  // It may have been merged while the person was deciding.
  const remarks = pull.url === null ? [] : [(await earlierNow(what))?.result, pull.problem];
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

const PULL_REQUEST = {
  kind: 'publish',
  title: 'Opening the pull request',
  text: 'GitHub is taking a long time to answer about the pull request.',
} as const;

const accessTo = ({ credentials }: Push, { githubApiUrl, signal }: Publishing): GithubAccess => ({
  baseUrl: githubApiUrl,
  token: credentials?.token ?? null,
  signal,
});

/** The push has happened; if the pull request cannot be opened or worded, that is reported and nothing fails. */
async function pullRequestOf(
  { branch, base }: Checkout,
  { owner, name }: AgentRepository,
  request: PublishRequest,
  { edits }: Consent,
  access: GithubAccess,
  { log, waits, signal }: Publishing,
): Promise<{ url: string | null; problem: string | null }> {
  const title = edits?.title ?? request.title;
  const body = edits?.body ?? request.body;
  try {
    const { url, wordsProblem } = await waits.during(PULL_REQUEST, () =>
      openPullRequest({ owner, repo: name, branch, base, title, body }, access),
    );
    log(`pull request: ${url}`);
    const problem = wordsProblem && `Pushed; the pull request's text could not be updated: ${wordsProblem}`;
    if (problem !== null) log(problem);
    return { url, problem };
  } catch (error) {
    signal.throwIfAborted();
    const problem = `The pull request could not be opened: ${error instanceof Error ? error.message : String(error)}`;
    log(problem);
    return { url: null, problem };
  }
}
