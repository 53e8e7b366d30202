import type { AgentRepository, OpenItem, RecordItem } from '@countersign/contract/agent';
import { isConflict } from './api.ts';
import type { Checkout } from './checkout.ts';
import { changeOf, commitAll, patchOf, timeNow, type Change } from './commit.ts';
import type { Consent } from './consent.ts';
import type { Desk } from './desk.ts';
import { patchItem, publishRequest, type PublishRequest } from './publish-request.ts';
import { openPullRequest } from './pull-request.ts';
import { obstacleTo, push } from './push.ts';
import { bytesOf } from './send-file.ts';
import { settleSaved } from './settle-saved.ts';
import { stepId } from './tool-call.ts';
import type { Rejection } from './turn.ts';

/** A question up to this is sent with its patch; below what one request, and a file in it, may hold. */
const WHOLE_BYTES = 700 * 1024;

/**
 * Commits what the agent made and publishes what the person approves, each repository on its own: exactly the commit that was shown
 * is pushed, and its pull request opened, once (design §6). Resolves with the rejections. Throws ProgramFailed with git's words.
 */
export async function publish(desk: Desk): Promise<Rejection[]> {
  const { task, workspace, journal, log } = desk;
  const rejections: Rejection[] = [];
  const finishedAt = journal.finishedAt ?? timeNow();
  for (const checkout of workspace.checkouts) {
    const commit = await commitAll(checkout, task, finishedAt);
    const { repository } = checkout;
    if (repository === null || journal.settledCommits[repository.id] === commit) continue;
    const change = await changeOf(checkout);
    if (change === null) continue;
    log(`committed ${commit.slice(0, 8)} on ${checkout.branch}`);
    const rejection = await publishOne(checkout, repository, change, desk);
    if (rejection !== null) rejections.push(rejection);
  }
  return rejections;
}

async function publishOne(
  checkout: Checkout,
  repository: AgentRepository,
  change: Change,
  desk: Desk,
): Promise<Rejection | null> {
  const { task, run, workspace, journal, consents, outbox, log, signal } = desk;
  const patch = await patchOf(checkout);
  const request = publishRequest(task, checkout, repository, { ...change, patch }, run.environment.appUrl);
  const whatNow = async () => {
    const credentials = await workspace.credentialsOf(repository);
    return { commit: change.commit, credentials, signal };
  };
  const obstacle = await obstacleTo(checkout, await whatNow());
  if (obstacle !== null) {
    log(`${repository.owner}/${repository.name} cannot be pushed to: ${obstacle}`);
    await recordPatch(patchItem(request, obstacle), desk);
    return null; // not settled: reopened when that is mended, the same commit is published
  }
  const { item } = request;
  log(`asks: ${item.title}`);
  const sendLong = (asked: RecordItem) =>
    bytesOf(asked) <= WHOLE_BYTES ? Promise.resolve(asked) : outbox.sendFile(asked);
  const consent =
    takenOut(item.id, task.openItems) ?? (await consents.obtain({ item, fingerprint: item.id, signal, sendLong }));
  if (!consent.isApproved) {
    const reason = consent.reason ?? 'No reason was given.';
    log(`publishing was rejected: ${reason}`);
    journal.settledCommits[repository.id] = change.commit;
    return { itemId: consent.itemId, type: 'approval_request', title: item.title, reason, isDecided: true };
  }
  // The person may have taken days, and stored another token meanwhile.
  const what = await whatNow();
  await push(checkout, what);
  log(`pushed ${change.commit.slice(0, 8)} to ${checkout.branch} of ${repository.owner}/${repository.name}`);
  journal.publishedCommit = change.commit;
  const pull = await pullRequestOf(checkout, repository, request, consent, what.credentials?.token ?? null, desk);
  if (pull.url !== null) journal.pullRequestUrl = pull.url;
  const toolResponse = { branch: checkout.branch, commit: change.commit, pullRequest: pull.url ?? pull.problem };
  journal.settledCommits[repository.id] = change.commit;
  settleSaved(desk, consent.itemId, { outcome: 'executed', toolResponse });
  return null;
}

/** Records a patch to be taken away; under another id where, of this commit, something was decided. */
async function recordPatch(item: RecordItem, { outbox, task }: Desk): Promise<void> {
  try {
    await outbox.ask(await outbox.sendFile(item));
  } catch (error) {
    if (!isConflict(error)) throw error;
    outbox.put(await outbox.sendFile({ ...item, id: stepId(item.id, 'again', String(task.epoch)) }));
  }
}

/**
 * A consent that an earlier run took out without telling the end of it. For what only the runner does that is no obstacle: the same
 * commit on the same branch, looked up first, cannot happen twice.
 */
function takenOut(itemId: string, openItems: readonly OpenItem[]): Consent | null {
  const open = openItems.find((item) => item.id === itemId && item.grant === 'released' && item.isApproved === true);
  return open ? { itemId, isApproved: true, reason: null, edits: open.edits, isDecided: true } : null;
}

/** The push has happened; a pull request that cannot be opened is told, and fails nothing. */
async function pullRequestOf(
  { branch, base }: Checkout,
  { owner, name }: AgentRepository,
  request: PublishRequest,
  { edits }: Consent,
  token: string | null,
  { run, log, signal }: Desk,
): Promise<{ url: string | null; problem: string | null }> {
  const title = edits?.title ?? request.title;
  const body = edits?.body ?? request.body;
  const access = { baseUrl: run.environment.githubApiUrl, token, signal };
  try {
    const url = await openPullRequest({ owner, repo: name, branch, base, title, body }, access);
    log(`pull request: ${url}`);
    return { url, problem: null };
  } catch (error) {
    signal.throwIfAborted();
    const problem = `The pull request could not be opened: ${error instanceof Error ? error.message : String(error)}`;
    log(problem);
    return { url: null, problem };
  }
}
