import { pushedTo, type Journal } from '../checkpoint/journal.ts';
import { isPublish } from '../consent/is-publish.ts';
import { fullName } from '../lib/full-name.ts';
import { ProgramFailed } from '../lib/run-program.ts';
import { accessTo } from './branch-pull-request.ts';
import { ifAnswered } from './earlier-pull-request.ts';
import type { Proposal, Publishing } from './publishing.ts';
import { titleOf } from './publish-request.ts';
import { findWith } from './pull-request.ts';
import { findTip } from './push.ts';
import { ownCommits } from './unpushed.ts';

/**
 * Looks whether the branch still has a commit that was pushed before this: its owner may have deleted it. One that is gone
 * is not published, whatever was pushed, and its owner is asked anew. Where the remote does not answer, what was pushed
 * counts, as it does where others have added to it, or its pull request was merged: then its branch has served its purpose.
 */
export async function lookForPushed(
  commit: string,
  { checkout, repository }: Pick<Proposal, 'checkout' | 'repository'>,
  publishing: Publishing,
): Promise<void> {
  const { task, workspace, journal, checkpoints, signal, log } = publishing;
  if (pushedTo(journal, repository.id) !== commit || journal.gone[repository.id] === commit) return;
  const credentials = await workspace.credentialsOf(repository);
  const tip = await findTip(checkout, { credentials, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof ProgramFailed) return commit;
    throw error;
  });
  if (tip === commit) return noteFound(journal, repository.id, commit);
  if (tip !== null && !(await ownCommits(checkout, commit)).includes(tip)) return;
  const branch = { owner: repository.owner, repo: repository.name, branch: checkout.branch, base: checkout.base };
  const access = accessTo({ commit, credentials, signal }, publishing);
  const found = await ifAnswered(`the pull request of ${commit}`, (limited) => findWith(branch, commit, limited), {
    access,
    log,
  });
  if (found?.isMerged) return;
  log(`${fullName(repository)} no longer has ${commit.slice(0, 8)} on ${checkout.branch}`);
  noteGone(journal, repository.id, commit);
  // An approval is for one push, whether or not the server has heard of it yet.
  const used = task.openItems.filter((item) => isPublish(item) && item.title === titleOf(repository));
  const ids = used.filter(({ grant }) => grant === 'released').map(({ id }) => id);
  journal.lapsed.push(...ids.filter((id) => !journal.lapsed.includes(id)));
  // Before it is asked: a later run would take the commit, once it is pushed again, for what was published before.
  await checkpoints.save();
}

/** A branch that was deleted can be restored at GitHub. */
function noteFound(journal: Journal, repositoryId: string, commit: string): void {
  if (journal.publishedCommit !== null) return;
  journal.publishedCommit = commit;
  journal.pullRequestUrl = journal.pullRequests[repositoryId]?.url ?? null;
}

/** The task's end names another repository's commit, if one is published. */
function noteGone(journal: Journal, repositoryId: string, commit: string): void {
  journal.gone[repositoryId] = commit;
  if (journal.settledCommits[repositoryId] === commit) delete journal.settledCommits[repositoryId];
  if (journal.publishedCommit !== commit) return;
  // An earlier version of the runner kept no more than this.
  journal.pushed[repositoryId] = commit;
  const [other] = Object.entries(journal.pushed).filter(([id, pushed]) => journal.gone[id] !== pushed);
  journal.publishedCommit = other?.[1] ?? null;
  journal.pullRequestUrl = (other && journal.pullRequests[other[0]]?.url) ?? null;
}
