import { readdir } from 'node:fs/promises';
import { namesInput, placeIn, shownName } from '../../lib/file-names.ts';
import type { Checkout } from '../git/checkout.ts';
import type { Git } from '../git/git.ts';
import { wayTo } from '../way-to.ts';
import { listOthers } from './nested-repositories.ts';

/**
 * Adds everything in the work tree to an index, without git ever entering a nested repository. For a submodule, `git
 * add` would ask that repository whether it is modified, and so run what the agent wrote into its configuration; of one
 * that the agent has made or cloned, it would keep a bare pointer, or fail. Here its files are added like any others,
 * without its history, with which its configuration would come back.
 * Resolves with whether there was anything that the index did not hold already. Throws ProgramFailed, and Error where
 * git would enter one all the same.
 */
export async function stageAll(
  { git, folder, baseCommit }: Pick<Checkout, 'git' | 'folder' | 'baseCommit'>,
  env: Record<string, string> = {},
): Promise<boolean> {
  const { pointers, hasRepositories, isChanged } = toldBy(
    await git(['ls-files', '-z', '-t', ...EVERYTHING], { env, asNames: true }),
  );
  if (pointers.length === 0 && !isChanged) return false;
  const submodules = await stageSubmodules(pointers, { git, folder, baseCommit }, env);
  if (pointers.length > 0 || hasRepositories) await listOthers(git, ['--exclude-standard'], env);
  const spec = ['.', ...submodules.map((path) => `:(exclude,literal)${path}`)];
  await git(['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], { env, input: namesInput(spec) });
  return true;
}

/** Everything in the index, and what is new, changed or gone: from one program, since each takes time to start. */
const EVERYTHING = ['--stage', '--others', '--modified', '--deleted', '--exclude-standard'];

/** Reads git's list of that: a letter, and a path or an entry of the index. */
function toldBy(listed: string): { pointers: string[]; hasRepositories: boolean; isChanged: boolean } {
  const told = listed.split('\0').filter(Boolean);
  const known = told.flatMap((line) => (line.startsWith('H ') ? [line.slice(2)] : []));
  const others = told.filter((line) => line.startsWith('? '));
  return {
    pointers: pointersIn(known),
    hasRepositories: others.some((line) => line.endsWith('/')),
    isChanged: known.length < told.length,
  };
}

/**
 * Deals with every pointer in the index; resolves with the paths of those that stay. The base's own submodules stay, at
 * the commit that is checked out there, unless they were removed or replaced; anything else that looks like one is a
 * repository that the agent made.
 */
async function stageSubmodules(
  pointers: readonly string[],
  { git, folder, baseCommit }: Pick<Checkout, 'git' | 'folder' | 'baseCommit'>,
  env: Record<string, string>,
): Promise<string[]> {
  if (pointers.length === 0) return [];
  const ofBase = new Set(pointersIn((await git(['ls-tree', '-z', '-r', baseCommit], { asNames: true })).split('\0')));
  const kept: string[] = [];
  const dropped: string[] = [];
  for (const path of pointers) {
    const isKept = ofBase.has(path) && (await isSubmodule(folder, path));
    (isKept ? kept : dropped).push(path);
  }
  await git(['update-index', '--force-remove', '-z', '--stdin'], { env, input: namesInput(dropped) });
  // This only reads which commit a repository has checked out; if there is none, the pointer stays as it was.
  await git(['update-index', '-z', '--stdin'], { env, input: namesInput(kept) });
  await refuseOthers(git, new Set(kept), env);
  return kept;
}

/**
 * Throws if the index still holds a pointer to another repository: `git add` would look into that repository, and so run
 * what is configured there.
 */
async function refuseOthers(git: Git, kept: ReadonlySet<string>, env: Record<string, string>): Promise<void> {
  const entries = (await git(['ls-files', '-z', '--stage'], { env, asNames: true })).split('\0');
  const other = pointersIn(entries).find((path) => !kept.has(path));
  if (other !== undefined) throw new Error(`The repository ${shownName(other)} is still in the index`);
}

/** Paths that an index or a tree holds as pointers to another repository's commit. */
function pointersIn(entries: readonly string[]): string[] {
  return entries.flatMap((entry) => (entry.startsWith('160000 ') ? [entry.slice(entry.indexOf('\t') + 1)] : []));
}

/** A folder with a repository, or an empty one, as before anybody has fetched the submodule. */
async function isSubmodule(folder: string, path: string): Promise<boolean> {
  if ((await wayTo(folder, path)) !== 'folders') return false;
  const names = await readdir(placeIn(folder, path)).catch((): string[] => []);
  return names.length === 0 || names.includes('.git');
}
