import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from '../git/checkout.ts';
import type { Git } from '../git/git.ts';
import { copyIndex } from './copy-index.ts';
import { addIgnored } from './ignored-files.ts';
import { stageAll } from './stage-work-tree.ts';

/** What is saved of a checkout's files. */
export interface SavedFiles {
  /** Equal for equal files. */
  tree: string;
  /** Has git use the index that holds them, and their objects. */
  env: Record<string, string>;
}

/**
 * Calls `use` with the files of a checkout that are saved with a task, in an index of that name. Afterwards their
 * objects are gone: those of all uses would fill up the container. Throws ProgramFailed.
 */
export async function withSavedFiles<T>(
  checkout: Checkout,
  name: string,
  use: (saved: SavedFiles) => Promise<T>,
): Promise<T> {
  const { git, gitDir, folder } = checkout;
  const index = join(gitDir, `${name}.index`);
  const objects = join(gitDir, `${name}.objects`);
  await mkdir(objects, { recursive: true });
  await rm(`${index}.lock`, { force: true });
  await copyIndex(join(gitDir, 'index'), index);
  const env = {
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(gitDir, 'objects'),
  };
  // These objects end with `use`, which packs anew what it takes of them: to compress them first would be for nothing.
  const quick: Git = (args, call) => git(['-c', 'core.looseCompression=0', ...args], call);
  try {
    await stageAll({ ...checkout, git: quick }, env);
    await addIgnored(quick, folder, env);
    return await use({ tree: await git(['write-tree'], { env }), env });
  } finally {
    await rm(objects, { recursive: true, force: true });
  }
}

const baseTrees = new WeakMap<Checkout, string>();

/** The tree that the work on a checkout began with. */
export async function baseTreeOf(checkout: Checkout): Promise<string> {
  const known = baseTrees.get(checkout) ?? (await checkout.git(['rev-parse', `${checkout.baseCommit}^{tree}`]));
  baseTrees.set(checkout, known);
  return known;
}
