import type { RecordItem } from '@countersign/contract/agent';
import { isSettled, pushedTo, type Journal } from '../checkpoint/journal.ts';
import type { Rejection } from '../consent/rejection.ts';
import { fullName } from '../lib/full-name.ts';
import { ProgramFailed } from '../lib/run-program.ts';
import { stepId } from '../lib/step-id.ts';
import { isConflict } from '../server/api.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import { changeOf, commitAll, countersignerOf, followsOf, patchOf, timeNow, type Change } from './commit/commit.ts';
import { questionAbout, type Words } from './question/asked-before.ts';
import { accessTo } from './pull-request/branch-pull-request.ts';
import { consentTo, followsLost, lapse, stopped } from './question/consent-to.ts';
import { earlierPullRequest } from './pull-request/earlier-pull-request.ts';
import { endRefused } from './push/end-refused.ts';
import { leftInSubmodules } from './commit/left-in-submodules.ts';
import { lookForPushed, type Pushed } from './push/look-for-pushed.ts';
import { isOpenedSince } from './pull-request/opened-since.ts';
import { publishApproved } from './publish-approved.ts';
import { patchItem, publishRequest } from './question/publish-request.ts';
import { pushOf, type Proposal, type Publishing } from './publishing.ts';
import type { EndedPullRequest } from './pull-request/pull-request.ts';
import { obstacleTo, type Push } from './push/push.ts';
import { pushedByOther } from './push/pushed-by-other.ts';
import { replacedPointers } from './commit/replaced-pointers.ts';
import { takenBack, takesBack, withTakenBack } from './commit/taken-back.ts';
import { findTip } from './push/tip.ts';
import { withdrawFormer } from './question/withdraw-former.ts';

/**
 * Commits what the agent made and publishes what the person approves, each repository on its own: pushes exactly the
 * commit that was shown, and opens its pull request, once. Resolves with the rejections. Throws ProgramFailed.
 */
export async function publish(publishing: Publishing): Promise<Rejection[]> {
  const { task, workspace, journal, log } = publishing;
  const rejections: Rejection[] = [];
  const finishedAt = journal.finishedAt ?? timeNow();
  const left = [...workspace.checkouts];
  for (let checkout = left.shift(); checkout !== undefined; checkout = left.shift()) {
    const { repository } = checkout;
    const { onBranch, published } = repository ? await lookForPushed({ checkout, repository }, publishing) : nothing;
    const findPushed = (own: readonly string[]) => findPushedOf(own, checkout, publishing);
    const commit = await commitAll(checkout, { task, finishedAt, pushed: onBranch, published, findPushed });
    if (repository === null) continue;
    const isLeft = !isSettled(journal, repository.id, commit);
    // Of what was made before. Also where nothing is left of that, as where the agent has taken it back.
    delete journal.unpushed[repository.id];
    if (isLeft) delete journal.unpublished[repository.id];
    const change = isLeft ? await changeIn(checkout, commit, journal) : null;
    if (change !== null) log(`committed ${commit.slice(0, 8)} on ${checkout.branch}`);
    else {
      await endRefused({ checkout, repository }, null, publishing);
      delete journal.refused[repository.id]; // nothing is left of it
    }
    const rejection =
      change === null
        ? await withdrawFormer(repository, publishing)
        : await publishOne({ checkout, repository, change }, publishing);
    // What its owner has written since Stop comes first; then all is asked that is left.
    if (rejection === 'later') break;
    if (rejection === 'anew') left.unshift(checkout);
    else if (rejection !== null) rejections.push(rejection);
  }
  return rejections;
}

const nothing: Pushed = { onBranch: null, published: null };

async function changeIn(checkout: Checkout, commit: string, journal: Journal): Promise<Change | null> {
  return (await changeOf(checkout, commit)) ?? (await takenBack(checkout, commit, journal));
}

/**
 * Which of these commits the branch ends with. The remote says so, also if the answer to a push was lost; null if its
 * owner has deleted the branch. If the remote does not answer, the commit that was pushed counts, unless the branch was
 * known to have lost it: pushing it again was not approved.
 */
async function findPushedOf(
  own: readonly string[],
  checkout: Checkout,
  { workspace, journal, signal }: Publishing,
): Promise<string | null> {
  const { repository } = checkout;
  if (repository === null) return null;
  const last = pushedTo(journal, repository.id);
  const known = journal.gone[repository.id] === last ? null : last;
  const credentials = await workspace.credentialsOf(repository);
  const tip = await findTip(checkout, { credentials, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof ProgramFailed) return known;
    throw error;
  });
  if (tip === null) return null;
  // Others have added to it: nothing can be pushed now, but it may end with what was pushed again.
  if (!own.includes(tip)) return known !== null && own.includes(known) ? known : null;
  journal.pushed[repository.id] = tip;
  journal.publishedCommit ??= tip;
  return tip;
}

/**
 * Resolves with the rejection; null where the commit is published, here or before, or cannot be pushed; `later` where
 * Stop has come before that and its owner has written since; `anew` where the branch has lost what the commit follows,
 * so that another commit is to be asked about.
 */
async function publishOne(proposal: Proposal, publishing: Publishing): Promise<Rejection | 'later' | 'anew' | null> {
  const { checkout, repository, change } = proposal;
  const { journal, log } = publishing;
  const lookUp = lookUpOf(proposal, publishing);
  const changed = { git: checkout.git, baseCommit: change.since };
  const left = await leftWords(proposal, journal);
  const attribution = withTakenBack(await publishing.attribution.ofCommit(checkout, change.commit), proposal);
  const shown = {
    patch: await patchOf(changed),
    replaced: await replacedPointers(changed),
    attribution: left === null ? attribution : { ...attribution, notes: [...attribution.notes, left] },
    follows: takesBack(proposal) ? undefined : await followsOf(checkout, change.commit),
    countersignedBy: await countersignerOf(checkout, change.commit),
  };
  const push = await pushOf(proposal, publishing);
  const about = { repositoryId: repository.id, commit: change.commit };
  const requestWith = (words: Words) => publishRequest(proposal, { ...shown, ...words }, publishing);
  const { request, words } = await questionAbout(about, requestWith, () => lookUp(push), publishing);
  await endRefused(proposal, request.fingerprint, publishing);
  const isAsked = publishing.task.openItems.some(({ reference }) => reference === request.fingerprint);
  if (!isAsked && (await isOpenedSince(proposal, push, publishing))) return null;
  const obstacle = pushedByOther(proposal, publishing) ?? (await obstacleTo(checkout, push));
  if (obstacle !== null) {
    log(`${fullName(repository)} cannot be pushed to: ${obstacle}`);
    await recordPatch(patchItem(request, obstacle, change), publishing);
    const isNew = [null, journal.gone[repository.id]].includes(pushedTo(journal, repository.id));
    const what = isNew ? 'Nothing was' : 'What was made since was not';
    journal.unpushed[repository.id] = `${what} pushed: ${obstacle}`;
    return null; // not recorded as settled: once that is fixed and the task reopened, the same commit is published
  }
  const { title } = request.item;
  log(`asks: ${title}`);
  const before = journal.asked[repository.id];
  journal.asked[repository.id] = { commit: change.commit, ...words, left };
  // A run that is lost from here on leaves no other trace of it.
  if (left !== (before?.left ?? null)) await publishing.checkpoints.save();
  let answered = await consentTo(request, publishing);
  while (answered?.consent.isApproved) {
    const approved = { request, consent: answered.consent, words, lookUp };
    const came = await publishApproved(proposal, approved, publishing);
    if (came === 'published') return null;
    await lapse(answered.consent, came === 'stopped' ? stopped : followsLost, publishing);
    if (came === 'followsLost') return 'anew';
    answered = publishing.feed.messages.unsaid.length > 0 ? null : await consentTo(request, publishing);
  }
  if (answered === null) return 'later';
  const { consent, isOfFormer } = answered;
  const reason = consent.reason ?? 'No reason was given.';
  log(`publishing was rejected: ${reason}`);
  if (!isOfFormer) journal.settledCommits[repository.id] = change.commit;
  return { itemId: consent.itemId, type: 'approval_request', title, reason, isDecided: true };
}

/**
 * Looks up the pull request that the branch had before, whose changes the next one holds again, or which is all that
 * there is of a branch that changes nothing any more; only if the task has published something before this.
 */
function lookUpOf(proposal: Proposal, publishing: Publishing) {
  const { checkout, repository, change } = proposal;
  // Also a commit that is gone had its pull request.
  const isFirst = pushedTo(publishing.journal, repository.id) === null;
  const branch = { owner: repository.owner, repo: repository.name, branch: checkout.branch, base: checkout.base };
  return async (push: Push): Promise<EndedPullRequest | null> =>
    isFirst ? null : earlierPullRequest(branch, change.commit, accessTo(push, publishing), publishing.log);
}

/**
 * What is left in submodules. A later run has fetched them again, so the changes there are gone; what the question said
 * about them stays, because the decision is about these words.
 */
async function leftWords({ checkout, repository, change }: Proposal, { asked }: Journal): Promise<string | null> {
  const { commit, left = null } = asked[repository.id] ?? {};
  return (await leftInSubmodules(checkout)) ?? (commit === change.commit ? left : null);
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
