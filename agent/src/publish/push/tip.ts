import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgramFailed } from '../../lib/run-program.ts';
import { unlessMissing } from '../../lib/unless-missing.ts';
import type { Checkout } from '../../workspace/git/checkout.ts';
import type { GitCall } from '../../workspace/git/git.ts';
import { hasCommit } from '../../workspace/git/kept-clones.ts';
import { commitIn, refsIn } from '../../workspace/git/refs-in.ts';
import { checkSize, startSizeLimit } from '../../workspace/workspace-limit.ts';

type Remote = Pick<Checkout, 'git' | 'gitDir' | 'branch'>;

/** Most bytes that are fetched for such a look: a container's disk is memory, and hosts may send all files unasked. */
const MAX_BYTES = 256 * 1024 * 1024;
const LOOK_MS = 500;
const HEADS = 'refs/heads/';

/** What others have pushed is larger than what is fetched to look at it. */
export class TipTooLarge extends ProgramFailed {
  override name = 'TipTooLarge';
}

/** The newest commit of the task's branch at the remote; null where there is no such branch. Throws ProgramFailed. */
export async function findTip(
  { git, branch }: Pick<Checkout, 'git' | 'branch'>,
  call: Pick<GitCall, 'credentials' | 'signal'>,
): Promise<string | null> {
  const ref = HEADS + branch;
  return commitIn(await git(['ls-remote', 'origin', ref], call), ref);
}

/** Which branches of the remote have such names, with `*` for any end. Throws ProgramFailed. */
export async function branchesAt(
  git: Checkout['git'],
  names: readonly string[],
  call: Pick<GitCall, 'credentials' | 'signal'>,
): Promise<string[]> {
  const answer = await git(['ls-remote', 'origin', ...names.map((name) => HEADS + name)], call);
  const branches = refsIn(answer).flatMap(({ ref }) => (ref.startsWith(HEADS) ? [ref.slice(HEADS.length)] : []));
  return branches.filter((branch) =>
    names.some((name) => (name.endsWith('*') ? branch.startsWith(name.slice(0, -1)) : branch === name)),
  );
}

/** Committer and author of a commit of the remote, by address, and then its message. Throws ProgramFailed, TipTooLarge. */
export async function whoMade(tip: string, checkout: Remote, call: GitCall, maxBytes = MAX_BYTES): Promise<string> {
  const who = ['log', '-1', '--format=%ce%n%ae%n%B', tip];
  if (await hasCommit(checkout.git, tip)) return checkout.git(who, call);
  // The commit alone, where the host can leave out its files.
  const fetch = ['fetch', '--quiet', '--no-tags', '--depth', '1', '--filter=tree:0', 'origin', tip];
  const look = async (there: GitCall) => {
    await checkout.git(fetch, there);
    return checkout.git(who, there);
  };
  return elsewhere(checkout, call, maxBytes, look);
}

/** Whether the remote's commit `tip` has a commit of this repository in its history. Throws ProgramFailed, TipTooLarge. */
export async function contains(
  tip: string,
  commit: string,
  checkout: Remote,
  call: GitCall,
  maxBytes = MAX_BYTES,
): Promise<boolean> {
  const { git, gitDir } = checkout;
  if (tip === commit) return true;
  if (await hasCommit(git, tip)) return isAncestor(commit, tip, checkout, call);
  return elsewhere(checkout, call, maxBytes, async (there, place) => {
    // Git tells the host what is here already, so that the host sends only what is new.
    const env = { ...there.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(gitDir, 'objects') };
    const beside = { ...there, env };
    await copyFile(join(gitDir, 'shallow'), join(place, 'shallow')).catch(unlessMissing);
    await git(['update-ref', 'refs/heads/here', commit], beside);
    await git(['fetch', '--quiet', '--no-tags', '--filter=tree:0', 'origin', tip], beside);
    return isAncestor(commit, tip, checkout, beside);
  });
}

async function isAncestor(commit: string, of: string, { git }: Remote, call: GitCall): Promise<boolean> {
  try {
    await git(['merge-base', '--is-ancestor', commit, of], call);
    return true;
  } catch (error) {
    if (error instanceof ProgramFailed && error.exitCode === 1) return false;
    throw error;
  }
}

/**
 * What is not here is fetched into a repository beside this one: a history that is cut there would be cut in this one, too,
 * and what is saved of that could not be restored.
 */
async function elsewhere<T>(
  { git, gitDir }: Remote,
  call: GitCall,
  maxBytes: number,
  look: (there: GitCall, place: string) => Promise<T>,
): Promise<T> {
  const place = `${gitDir}.tip`;
  const tooMuch = new AbortController();
  const signal = AbortSignal.any([tooMuch.signal, ...(call.signal ? [call.signal] : [])]);
  const there: GitCall = { ...call, signal, env: { GIT_DIR: place } };
  const limit = startSizeLimit({ root: place }, maxBytes, (reason) => tooMuch.abort(reason), LOOK_MS);
  try {
    await rm(place, { recursive: true, force: true });
    await git(['init', '--quiet'], there);
    const found = await look(there, place);
    // The look at the size may not have come to it.
    await checkSize({ root: place }, maxBytes).catch((reason: unknown) => tooMuch.abort(reason));
    tooMuch.signal.throwIfAborted();
    return found;
  } catch (error) {
    if (!tooMuch.signal.aborted) throw error;
    const mebibytes = Math.round(maxBytes / 1024 / 1024);
    throw new TipTooLarge('git', null, `fetching what is on the branch takes more than ${mebibytes} MiB`);
  } finally {
    limit.stop();
    // A git that was ended may still be clearing up in it.
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
  }
}
