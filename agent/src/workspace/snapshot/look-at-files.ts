import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from '../git/checkout.ts';
import { copyIndex } from './copy-index.ts';
import type { Git } from '../git/git.ts';
import { stageAll } from './stage-work-tree.ts';

/** Options of `git diff`, so that each file counts for itself and nothing is left out. */
const EXACT = ['--raw', '-z', '--no-abbrev', '--no-renames', '--ignore-submodules=none'];

/** A checkout as far as looking at it needs. */
export type Looked = Pick<Checkout, 'git' | 'gitDir' | 'folder' | 'baseCommit'>;

/** What differs from the base: path, as `textOfNames` gives it → content, as git names it. */
export interface Found {
  files: ReadonlyMap<string, string>;
  /** For each file that is gone, the base's content. */
  gone: ReadonlyMap<string, string>;
}

/** What the last look found, by checkout. */
const found = new WeakMap<Looked, Found>();

/**
 * The files of a work tree that differ from the base, ignored ones left out. Keeps an index of its own, so that only
 * what has changed since the last look is read. Leaves nothing in the repository. Throws ProgramFailed.
 */
export async function lookAtFiles(looked: Looked): Promise<Found> {
  const { git, gitDir, folder, baseCommit } = looked;
  const index = join(gitDir, 'attribution.index');
  const objects = join(gitDir, 'attribution.objects');
  await rm(`${index}.lock`, { force: true });
  const isNew = await takeOver(join(gitDir, 'index'), index);
  await mkdir(objects, { recursive: true });
  const env = {
    GIT_INDEX_FILE: index,
    // Git writes each file's content as an object. Only the object's name is needed, so they go where nothing reads them.
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(gitDir, 'objects'),
  };
  const quick: Git = (args, call) => git(['-c', 'core.looseCompression=0', ...args], call);
  try {
    // A new index knows nothing of the last look, so it cannot show what has changed since.
    const before = isNew ? undefined : found.get(looked);
    found.delete(looked); // it counts again once this look has succeeded
    const isChanged = await stageAll({ git: quick, folder, baseCommit }, env);
    const look = async () =>
      changesIn(await git(['diff-index', '--cached', ...EXACT, baseCommit], { env, asNames: true }));
    const now = before === undefined || isChanged ? await look() : before;
    found.set(looked, now);
    return now;
  } finally {
    await rm(objects, { recursive: true, force: true });
  }
}

/** The files that differ from the base in a commit. Throws ProgramFailed. */
export async function lookAtCommit({ git, baseCommit }: Looked, commit: string): Promise<Found> {
  return changesIn(await git(['diff-tree', '-r', ...EXACT, baseCommit, commit], { asNames: true }));
}

/** The content of a file that is gone. */
export const GONE = 'gone';

/** True for the content of a submodule: the folder's own times do not say which commit it is at. */
export const isPointer = (content: string) => content.startsWith('160000 ');

/** Reads `git diff --raw -z`. */
function changesIn(raw: string): Found {
  const parts = raw.split('\0');
  const files = new Map<string, string>();
  const gone = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, modeBefore = '', mode = '', before = '', object = ''] =
      /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+)/.exec(parts[at] ?? '') ?? [];
    const path = parts[at + 1] ?? '';
    files.set(path, mode === '000000' ? GONE : `${mode} ${object}`);
    if (mode === '000000') gone.set(path, `${modeBefore} ${before}`);
  }
  return { files, gone };
}

/** Starts from the checkout's index where there is no other; true if so. */
async function takeOver(from: string, index: string): Promise<boolean> {
  const [known, source] = await Promise.all([stat(index).catch(() => null), stat(from).catch(() => null)]);
  if (known === null && source !== null) await copyIndex(from, index);
  return known === null;
}
