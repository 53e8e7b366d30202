import { rm } from 'node:fs/promises';
import { TaskFailed } from '../lib/failures.ts';
import { ProgramFailed } from '../lib/run-program.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import { AUTHOR } from '../workspace/git/git-environment.ts';
import type { GitCall, GitCredentials } from '../workspace/git/git.ts';
import { firstLineOf } from '../workspace/git/git-refusal.ts';
import { hasCommit } from '../workspace/git/kept-clones.ts';
import { ownCommits, unpushedOf } from './unpushed.ts';

export interface Push {
  commit: string;
  credentials: GitCredentials | null;
  signal: AbortSignal;
}

/** Why nothing can be pushed, and what to do about it, in sentences; null if no obstacle is known. */
export async function obstacleTo(checkout: Checkout, push: Push): Promise<string | null> {
  const { commit, credentials, signal } = push;
  try {
    if (credentials === null) {
      await checkout.git(['push', '--quiet', '--dry-run', '--force', 'origin', refspec(checkout, commit)], { signal });
    }
    return await othersWork(checkout, await findTip(checkout, push), push);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProgramFailed)) throw error;
    if (credentials !== null) return null; // a stored token is trusted until it fails
    return `No token is stored (${firstLineOf(error)}). Store one for the repository and reopen the task.`;
  }
}

/** What a push needs to know of the task. */
export interface Pushing {
  /** The last commit of the branch that was pushed before. */
  pushed: string | null;
  /** Asked at the last moment before it begins: what has begun cannot be taken back. */
  mayBegin: () => boolean;
}

/**
 * Pushes exactly this commit to the task's branch, unless it is there already. It replaces what an earlier run left
 * there, but only what was seen there, and nobody else's work. It brings no other commit with it than those up to
 * `pushed`. Resolves with false if it might not begin any more. Throws ProgramFailed, TaskFailed.
 */
export async function push(checkout: Checkout, what: Push, { pushed, mayBegin }: Pushing): Promise<boolean> {
  const { git, branch } = checkout;
  const { commit, credentials, signal } = what;
  const tip = await findTip(checkout, what);
  if (tip === commit) return true;
  const others = unpushedOf(await ownCommits(checkout, commit), pushed).filter((one) => one !== commit);
  if (others.length > 0) throw new TaskFailed(unapprovedWords(others));
  const obstacle = await othersWork(checkout, tip, what);
  if (obstacle !== null) throw new TaskFailed(`Nothing was pushed: ${obstacle}`);
  const lease = `--force-with-lease=refs/heads/${branch}:${tip ?? ''}`;
  const args = ['push', '--quiet', '--no-verify', lease, 'origin', refspec(checkout, commit)];
  if (!mayBegin()) return false;
  await git(args, { credentials, signal });
  return true;
}

/** The newest commit of the task's branch at the remote; null where there is no such branch. */
export async function findTip(
  { git, branch }: Checkout,
  { credentials, signal }: Pick<Push, 'credentials' | 'signal'>,
): Promise<string | null> {
  const answer = await git(['ls-remote', 'origin', `refs/heads/${branch}`], { credentials, signal });
  return /^[0-9a-f]{40}/.exec(answer)?.[0] ?? null;
}

/** A sentence about work that a push would discard: commits that others added to the branch, e.g. in a review. */
async function othersWork(
  checkout: Checkout,
  tip: string | null,
  { commit, credentials, signal }: Push,
): Promise<string | null> {
  if (tip === null || tip === commit) return null;
  const { branch } = checkout;
  const [committer = '', author = ''] = (await whoMade(tip, checkout, { credentials, signal })).split('\n');
  if (committer === AUTHOR.email) return null;
  // What is committed on GitHub's pages, such as "Update branch", has GitHub as its committer.
  const who = author === AUTHOR.email ? committer : author;
  return `Somebody has added to the branch ${branch}: it ends with a commit by ${who} (${tip.slice(0, 8)}), which a push would remove. To keep that commit, merge the branch first. Then delete the branch and reopen the task.`;
}

/**
 * Committer and author of a commit of the remote, by address. One that is not here is fetched elsewhere: a history that
 * is cut at it would be cut in this repository, too, and what is saved of that could not be restored.
 */
async function whoMade(tip: string, { git, gitDir }: Checkout, call: GitCall): Promise<string> {
  const who = ['log', '-1', '--format=%ce%n%ae', tip];
  if (await hasCommit(git, tip)) return git(who, call);
  const elsewhere = `${gitDir}.tip`;
  const there: GitCall = { ...call, env: { GIT_DIR: elsewhere } };
  try {
    await rm(elsewhere, { recursive: true, force: true });
    await git(['init', '--quiet'], there);
    // The commit alone, where the host can leave out its files.
    await git(['fetch', '--quiet', '--no-tags', '--depth', '1', '--filter=tree:0', 'origin', tip], there);
    return await git(who, there);
  } finally {
    await rm(elsewhere, { recursive: true, force: true });
  }
}

function unapprovedWords(others: readonly string[]): string {
  const named = others.map((one) => one.slice(0, 8)).join(', ');
  return `Nothing was pushed: the approved commit would bring others with it that nobody has approved (${named}). Reopen the task to be asked about its changes in a commit of their own.`;
}

function refspec({ branch }: Checkout, commit: string): string {
  return `${commit}:refs/heads/${branch}`;
}
