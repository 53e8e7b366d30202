import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgramFailed } from '../lib/run-program.ts';
import { unlessMissing } from '../lib/unless-missing.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import type { GitCall } from '../workspace/git/git.ts';
import { hasCommit } from '../workspace/git/kept-clones.ts';

type Remote = Pick<Checkout, 'git' | 'gitDir' | 'branch'>;

/** The newest commit of the task's branch at the remote; null where there is no such branch. Throws ProgramFailed. */
export async function findTip(
  { git, branch }: Pick<Checkout, 'git' | 'branch'>,
  call: Pick<GitCall, 'credentials' | 'signal'>,
): Promise<string | null> {
  const answer = await git(['ls-remote', 'origin', `refs/heads/${branch}`], call);
  return /^[0-9a-f]{40}/.exec(answer)?.[0] ?? null;
}

/** Committer and author of a commit of the remote, by address, and then its message. Throws ProgramFailed. */
export async function whoMade(tip: string, checkout: Remote, call: GitCall): Promise<string> {
  const who = ['log', '-1', '--format=%ce%n%ae%n%B', tip];
  if (await hasCommit(checkout.git, tip)) return checkout.git(who, call);
  // The commit alone, where the host can leave out its files.
  const fetch = ['fetch', '--quiet', '--no-tags', '--depth', '1', '--filter=tree:0', 'origin', tip];
  return elsewhere(checkout, call, async (there) => {
    await checkout.git(fetch, there);
    return checkout.git(who, there);
  });
}

/** Whether the remote's commit `tip` has a commit of this repository in its history. Throws ProgramFailed. */
export async function contains(tip: string, commit: string, checkout: Remote, call: GitCall): Promise<boolean> {
  const { git, gitDir } = checkout;
  if (tip === commit) return true;
  if (await hasCommit(git, tip)) return isAncestor(commit, tip, checkout, call);
  return elsewhere(checkout, call, async (there, place) => {
    // Told of what is here, the host sends no more than what was added to it.
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
  look: (there: GitCall, place: string) => Promise<T>,
): Promise<T> {
  const place = `${gitDir}.tip`;
  const there: GitCall = { ...call, env: { GIT_DIR: place } };
  try {
    await rm(place, { recursive: true, force: true });
    await git(['init', '--quiet'], there);
    return await look(there, place);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
