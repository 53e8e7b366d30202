import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lostSubmoduleWords, submoduleWords } from '../../attribution/summary.ts';
import { placeIn } from '../../lib/file-names.ts';
import type { Checkout } from '../../workspace/git/checkout.ts';
import { pointersOf, type Submodule } from '../../workspace/git/submodules.ts';
import { wayTo } from '../../workspace/way-to.ts';

/**
 * What was changed in submodules, in words for a person; null if there is nothing. It is not published: a commit holds
 * only which commit of another repository belongs there. Throws ProgramFailed.
 */
export async function leftInSubmodules(checkout: WithSubmodules): Promise<string | null> {
  return submoduleWords(await pathsLeftIn(checkout));
}

/** The same, in the words for a later run, which has fetched the submodules again. Throws ProgramFailed. */
export async function lostWithSubmodules(checkout: WithSubmodules): Promise<string | null> {
  return lostSubmoduleWords(await pathsLeftIn(checkout));
}

type WithSubmodules = Pick<Checkout, 'git' | 'folder' | 'submodules'>;

async function pathsLeftIn({ git, folder, submodules = [] }: WithSubmodules): Promise<string[]> {
  if (submodules.length === 0) return [];
  const committed = new Map((await pointersOf(git, 'HEAD')).map(({ path, commit }) => [path, commit]));
  const left: string[] = [];
  for (const submodule of submodules) {
    const at = committed.get(submodule.path);
    // One that was removed, or replaced by files, is published as that.
    if (at !== undefined) left.push(...(await leftIn(submodule, folder, at)));
  }
  return left;
}

/**
 * Changed paths in a submodule whose reference is committed `at` this commit; only its folder if the files are unknown.
 */
async function leftIn({ path, commit, inner, changed }: Submodule, folder: string, at: string): Promise<string[]> {
  if (changed === undefined) return (await isFilled(folder, path)) ? [`${path}/`] : [];
  // An agent can make something of it at which git does not look.
  const names = await changed().catch(() => null);
  if (names === null) return [`${path}/`];
  const left = names.map((name) => join(path, name));
  for (const one of inner) if (await isFilled(folder, one)) left.push(`${one}/`);
  // If another commit is checked out than the one that was fetched, there is nothing to compare its files with.
  return left.length > 0 && at !== commit ? [`${path}/`] : left;
}

/** Whether there is anything in a folder that was empty. */
async function isFilled(folder: string, path: string): Promise<boolean> {
  if ((await wayTo(folder, path)) !== 'folders') return false;
  return (await readdir(placeIn(folder, path)).catch(() => [])).some((name) => name !== '.git');
}
