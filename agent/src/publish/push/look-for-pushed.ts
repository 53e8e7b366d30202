import type { AgentRepository } from '@countersign/contract/agent';
import { pullRequestOf, pushedTo, type Journal } from '../../checkpoint/journal.ts';
import { isPublish } from '../../consent/is-publish.ts';
import { fullName } from '../../lib/full-name.ts';
import { ProgramFailed } from '../../lib/run-program.ts';
import type { Checkout } from '../../workspace/git/checkout.ts';
import type { GitCall } from '../../workspace/git/git.ts';
import { hasCommit } from '../../workspace/git/kept-clones.ts';
import { accessTo } from '../pull-request/branch-pull-request.ts';
import { ifAnswered } from '../pull-request/earlier-pull-request.ts';
import type { Proposal, Publishing } from '../publishing.ts';
import { titleOf } from '../question/publish-request.ts';
import { findWith } from '../pull-request/pull-request.ts';
import { contains, findTip } from './tip.ts';
import { ownCommits } from '../commit/unpushed.ts';

/** What became of the newest commit that was pushed before; null where there is none. */
export interface Pushed {
  /** The newest commit of this task that the branch has, which the next one may follow. */
  onBranch: string | null;
  /** It counts as published, also where its pull request was merged: then its branch has served its purpose. */
  published: string | null;
}

/**
 * Looks whether the branch still has the commit that was pushed before this: its owner may have deleted it, and may
 * have put something else in its place. One that is gone is not published, whatever was pushed, and its owner is asked
 * again. Where the remote does not answer, what was pushed counts, as it does where others have added to it.
 */
export async function lookForPushed(
  { checkout, repository }: Pick<Proposal, 'checkout' | 'repository'>,
  publishing: Publishing,
): Promise<Pushed> {
  const { workspace, journal, signal, log } = publishing;
  const commit = pushedTo(journal, repository.id);
  if (commit === null || journal.gone[repository.id] === commit) return { onBranch: null, published: null };
  // An earlier version kept one for all repositories.
  if (!(await hasCommit(checkout.git, commit))) return { onBranch: commit, published: commit };
  const credentials = await workspace.credentialsOf(repository);
  const tip = await tipAfter(commit, checkout, { credentials, signal });
  if (tip === commit) {
    noteFound(journal, repository.id, commit);
    return { onBranch: commit, published: commit };
  }
  const own = tip !== null && (await ownCommits(checkout, commit)).includes(tip) ? tip : null;
  const branch = { owner: repository.owner, repo: repository.name, branch: checkout.branch, base: checkout.base };
  const access = accessTo({ commit, credentials, signal }, publishing);
  const pull = { commit, opened: pullRequestOf(journal, commit) };
  const found = await ifAnswered(`the pull request of ${commit}`, (limited) => findWith(branch, pull, limited), {
    access,
    log,
  });
  if (found?.isMerged) return { onBranch: own, published: commit };
  log(`${fullName(repository)} no longer has ${commit.slice(0, 8)} on ${checkout.branch}`);
  await keepGone(repository, commit, publishing);
  return { onBranch: own, published: null };
}

/**
 * What the branch ends with, or `commit` if the branch has it, or the remote does not answer; null where there is no
 * branch.
 */
async function tipAfter(commit: string, checkout: Checkout, call: GitCall): Promise<string | null> {
  try {
    const tip = await findTip(checkout, call);
    return tip !== null && (await contains(tip, commit, checkout, call)) ? commit : tip;
  } catch (error) {
    call.signal?.throwIfAborted();
    if (error instanceof ProgramFailed) return commit;
    throw error;
  }
}

async function keepGone(
  repository: AgentRepository,
  commit: string,
  { task, journal, checkpoints }: Publishing,
): Promise<void> {
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
  // Also of what was rejected since: without this commit below it, it is another, with all that there is.
  delete journal.settledCommits[repositoryId];
  if (journal.publishedCommit !== commit) return;
  // An earlier version of the runner kept no more than this.
  journal.pushed[repositoryId] = commit;
  const [other] = Object.entries(journal.pushed).filter(([id, pushed]) => journal.gone[id] !== pushed);
  journal.publishedCommit = other?.[1] ?? null;
  journal.pullRequestUrl = (other && journal.pullRequests[other[0]]?.url) ?? null;
}
