import type { RecordItem } from '@countersign/contract/agent';
import type { Rejection } from '../consent/rejection.ts';
import { fullName } from '../lib/full-name.ts';
import { stepId } from '../lib/step-id.ts';
import { isConflict } from '../server/api.ts';
import { changeOf, commitAll, patchOf, timeNow } from './commit.ts';
import { questionAbout } from './asked-before.ts';
import { accessTo } from './branch-pull-request.ts';
import { consentTo } from './consent-to.ts';
import { earlierPullRequest } from './earlier-pull-request.ts';
import { isOpenedSince } from './opened-since.ts';
import { publishApproved } from './publish-approved.ts';
import { patchItem, publishRequest } from './publish-request.ts';
import { pushOf, type Proposal, type Publishing } from './publishing.ts';
import type { EndedPullRequest } from './pull-request.ts';
import { obstacleTo, type Push } from './push.ts';
import { pushedByOther } from './pushed-by-other.ts';
import { replacedPointers } from './replaced-pointers.ts';

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
    const rejection = await publishOne({ checkout, repository, change }, publishing);
    if (rejection !== null) rejections.push(rejection);
  }
  return rejections;
}

/** Resolves with the rejection; null where the commit is published, here or before, or cannot be pushed. */
async function publishOne(proposal: Proposal, publishing: Publishing): Promise<Rejection | null> {
  const { checkout, repository, change } = proposal;
  const { journal, log } = publishing;
  const lookUp = lookUpOf(proposal, publishing);
  const shown = {
    patch: await patchOf(checkout),
    replaced: await replacedPointers(checkout),
    attribution: await publishing.attribution.ofCommit(checkout, change.commit),
  };
  const push = await pushOf(proposal, publishing);
  const about = { repositoryId: repository.id, commit: change.commit };
  const requestWith = (ended: EndedPullRequest | null) => publishRequest(proposal, { ...shown, ended }, publishing);
  const { request, ended } = await questionAbout(about, requestWith, () => lookUp(push), publishing);
  const isAsked = publishing.task.openItems.some(({ reference }) => reference === request.fingerprint);
  if (!isAsked && (await isOpenedSince(proposal, push, publishing))) return null;
  const obstacle = pushedByOther(proposal, publishing) ?? (await obstacleTo(checkout, push));
  if (obstacle !== null) {
    log(`${fullName(repository)} cannot be pushed to: ${obstacle}`);
    await recordPatch(patchItem(request, obstacle, change), publishing);
    return null; // not recorded as settled: once that is fixed and the task reopened, the same commit is published
  }
  const { title } = request.item;
  log(`asks: ${title}`);
  journal.asked[repository.id] = { commit: change.commit, ended };
  const { consent, isOfFormer } = await consentTo(request, publishing);
  if (consent.isApproved) {
    await publishApproved(proposal, { request, consent, ended, lookUp }, publishing);
    return null;
  }
  const reason = consent.reason ?? 'No reason was given.';
  log(`publishing was rejected: ${reason}`);
  if (!isOfFormer) journal.settledCommits[repository.id] = change.commit;
  return { itemId: consent.itemId, type: 'approval_request', title, reason, isDecided: true };
}

/** Looks up the pull request that the branch had before; only if the task has published something before this. */
function lookUpOf({ checkout, repository, change }: Proposal, publishing: Publishing) {
  const isFirst = publishing.journal.publishedCommit === null;
  const branch = { owner: repository.owner, repo: repository.name, branch: checkout.branch, base: checkout.base };
  return async (push: Push): Promise<EndedPullRequest | null> =>
    isFirst ? null : earlierPullRequest(branch, change.commit, accessTo(push, publishing), publishing.log);
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
