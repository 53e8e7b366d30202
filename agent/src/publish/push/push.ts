import { TaskFailed } from '../../lib/failures.ts';
import { ProgramFailed } from '../../lib/run-program.ts';
import type { Checkout } from '../../workspace/git/checkout.ts';
import { AUTHOR } from '../../workspace/git/git-environment.ts';
import type { GitCredentials } from '../../workspace/git/git.ts';
import { firstLineOf } from '../../workspace/git/git-refusal.ts';
import { branchInTheWay, wordsBelow, wordsInTheWay } from '../../workspace/git/in-the-way.ts';
import { branchesAt, contains, findTip, TipTooLarge, whoMade } from './tip.ts';
import { ownCommits, unpushedOf } from '../commit/unpushed.ts';

export interface Push {
  commit: string;
  credentials: GitCredentials | null;
  signal: AbortSignal;
}

/** The approved commit would bring others with it that nobody has approved. */
export class BringsOthers extends TaskFailed {
  override name = 'BringsOthers';
}

/** Why nothing can be pushed, and what to do about it, in sentences; null if no obstacle is known. */
export async function obstacleTo(checkout: Checkout, push: Push): Promise<string | null> {
  const { commit, credentials, signal } = push;
  try {
    if (credentials === null) {
      await checkout.git(['push', '--quiet', '--dry-run', '--force', 'origin', refspec(checkout, commit)], { signal });
    }
    const obstacle = await othersWork(checkout, await findTip(checkout, push), push);
    return obstacle === CONTAINED ? null : obstacle;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProgramFailed)) throw error;
    if (credentials !== null) return null; // a stored token is trusted until it fails
    return `No token is stored (${firstLineOf(error)}). Store one for the repository and reopen the task.`;
  }
}

/**
 * Pushes exactly this commit to the task's branch, unless the branch has it already. It replaces what an earlier run left
 * there, but only what was seen there, and nobody else's work. It brings no other commit with it: what the branch had is no
 * longer approved once its owner has deleted it. `begin` is asked at the last moment: what has begun cannot be taken back.
 * Resolves with false if it may not begin. Throws ProgramFailed, TaskFailed, BringsOthers.
 */
export async function push(checkout: Checkout, what: Push, begin: () => Promise<boolean>): Promise<boolean> {
  const { git, branch } = checkout;
  const { commit, credentials, signal } = what;
  const tip = await findTip(checkout, what);
  if (tip === commit) return true;
  const obstacle = await othersWork(checkout, tip, what);
  if (obstacle === CONTAINED) return true;
  const others = await broughtWith(checkout, tip, what);
  if (others.length > 0) throw new BringsOthers(unapprovedWords(others));
  if (obstacle !== null) throw new TaskFailed(`Nothing was pushed: ${obstacle}`);
  const lease = `--force-with-lease=refs/heads/${branch}:${tip ?? ''}`;
  const args = ['push', '--quiet', '--no-verify', lease, 'origin', refspec(checkout, commit)];
  if (!(await begin())) return false;
  await git(args, { credentials, signal });
  return true;
}

/** The runner's commits below this one that the branch does not have, newest first. */
async function broughtWith(checkout: Checkout, tip: string | null, what: Push): Promise<readonly string[]> {
  const { commit, credentials, signal } = what;
  const [below, ...older] = unpushedOf(await ownCommits(checkout, commit), tip).filter((one) => one !== commit);
  if (below === undefined) return [];
  // An earlier run may have pushed another commit in the place of this one.
  if (tip !== null && (await contains(tip, below, checkout, { credentials, signal }))) return [];
  return [below, ...older];
}

/** Stands for a branch that has the commit, and others' commits on top of it. */
const CONTAINED = Symbol('contained');

/**
 * A sentence about another branch that stands in the way, or about work that a push would discard: commits that others added
 * to the branch, e.g. in a review.
 */
async function othersWork(
  checkout: Checkout,
  tip: string | null,
  push: Push,
): Promise<string | typeof CONTAINED | null> {
  if (tip === push.commit) return null;
  const { git, branch } = checkout;
  if (tip === null) {
    const inTheWay = await branchesAt(git, [branchInTheWay(branch), `${branch}/*`], push);
    if (inTheWay.includes(branchInTheWay(branch))) return wordsInTheWay('The repository', branch);
    return inTheWay[0] === undefined ? null : wordsBelow('The repository', inTheWay[0], branch);
  }
  return addedBy(checkout, tip, push).catch((error: unknown) => {
    if (!(error instanceof TipTooLarge)) throw error;
    return `The branch ${branch} ends with a commit (${tip.slice(0, 8)}) that may be somebody's, which a push would remove: it could not be looked at, as ${error.message}. ${keepIt}`;
  });
}

async function addedBy(
  checkout: Checkout,
  tip: string,
  { commit, credentials, signal }: Push,
): Promise<string | typeof CONTAINED | null> {
  const { branch } = checkout;
  const made = await whoMade(tip, checkout, { credentials, signal });
  const [committer = '', author = '', ...message] = made.split('\n');
  if (committer === AUTHOR.email && isOfBranch(branch, message)) return null;
  if (await contains(tip, commit, checkout, { credentials, signal })) return CONTAINED;
  // What is committed on GitHub's pages, such as "Update branch", has GitHub as its committer.
  const who = author === AUTHOR.email ? committer : author;
  return `Somebody has added to the branch ${branch}: it ends with a commit by ${who} (${tip.slice(0, 8)}), which a push would remove. ${keepIt}`;
}

const keepIt = 'To keep that commit, merge the branch first. Then delete the branch and reopen the task.';

/** Whether a runner's commit is of the task of this branch; somebody may have put another task's there. */
function isOfBranch(branch: string, message: readonly string[]): boolean {
  const named = message.findLast((line) => line.startsWith('Task: '))?.slice('Task: '.length);
  return named === undefined || branch.endsWith(`/${named}`);
}

function unapprovedWords(others: readonly string[]): string {
  const named = others.map((one) => one.slice(0, 8)).join(', ');
  return `Nothing was pushed: the approved commit would bring others with it that nobody has approved (${named}). Reopen the task to be asked about its changes in a commit of their own.`;
}

function refspec({ branch }: Checkout, commit: string): string {
  return `${commit}:refs/heads/${branch}`;
}
