import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlainName, namesInput, placeIn, shownName } from '../../lib/file-names.ts';
import { messageOf } from '../../lib/failures.ts';
import { giveTo, makeWritable } from '../agent-user.ts';
import type { Checkout } from '../git/checkout.ts';
import { leadsInside } from '../leads-inside.ts';
import { baseTreeOf, withSavedFiles } from '../snapshot/saved-files.ts';
import { pointersOf, type Pointer } from '../git/submodules.ts';
import type { Workspace } from '../workspace.ts';

/** What was changed could not be put back: the files are neither to be saved nor published. */
export class NotPutBack extends Error {
  override name = 'NotPutBack';
}

/** What may change files, and what puts some of them back. */
export interface FilesWork<T> {
  /** `isAtStart`: the files are those that the task began with. */
  work(isAtStart: boolean): Promise<T>;
  /** Puts these submodules of a checkout in place again; throws if it cannot. */
  placeAgain(checkout: Checkout, pointers: readonly Pointer[]): Promise<void>;
  /**
   * Has these commits checked out, as far as they can be had, in submodules that only the work has fetched; called
   * before files are put back, which that may change.
   */
  checkOutAgain(checkout: Checkout, pointers: readonly Pointer[]): Promise<void>;
  /** Told of such submodules that are at other commits all the same; their folders are empty again. */
  onEmptied(pointers: readonly Pointer[]): void;
}

interface SavedPointer extends Pointer {
  /** Whether it had been fetched before the work began; otherwise its folder was empty. */
  wasThere: boolean;
}

/**
 * Does work that may change files, and afterwards puts those that are saved with the task back as they were, and
 * submodules at the commits that are saved, even if it fails; what is not saved, e.g. packages, stays as it has made
 * it. Nothing else may run in the workspace meanwhile. Throws what the work throws, ProgramFailed before it has begun,
 * and NotPutBack.
 */
export function keepingFiles<T>(
  { checkouts, user }: Pick<Workspace, 'checkouts' | 'user'>,
  { work, placeAgain, checkOutAgain, onEmptied }: FilesWork<T>,
): Promise<T> {
  const from = (index: number, isAtStart: boolean): Promise<T> => {
    const checkout = checkouts[index];
    if (checkout === undefined) return work(isAtStart);
    return withSavedFiles(checkout, 'setup', async ({ tree, env }) => {
      const isUnchanged = tree === (await baseTreeOf(checkout));
      const pointers = (await pointersOf(checkout.git, tree, env)).map((one) => ({
        ...one,
        wasThere: isThere(checkout, one),
      }));
      const putAllBack = async () => {
        await putBack(checkout, env);
        const moved = await movedOf(checkout, pointers, env);
        await refuseOutside(checkout, moved);
        const fetched = moved.filter(({ wasThere }) => wasThere);
        if (fetched.length > 0) await placeAgain(checkout, fetched);
        const others = moved.filter(({ wasThere }) => !wasThere);
        for (const { path } of others) await empty(join(checkout.folder, path));
        if (others.length > 0) onEmptied(others);
        await giveTo(user, checkout.folder);
      };
      try {
        const result = await from(index + 1, isAtStart && isUnchanged);
        // What cannot be looked at yet is put back below.
        const moved = await movedOf(checkout, pointers, env).catch((): SavedPointer[] => []);
        const others = moved.filter(({ wasThere }) => !wasThere);
        if (others.length > 0) await checkOutAgain(checkout, others);
        return result;
      } finally {
        await putAllBack().catch((error: unknown) => {
          throw new NotPutBack(messageOf(error));
        });
      }
    });
  };
  return from(0, true);
}

/** Makes the files those of the index again. */
async function putBack(checkout: Checkout, env: Record<string, string>): Promise<void> {
  const { folder } = checkout;
  // Through a link in its place, files elsewhere would be removed.
  const found = await lstat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    await rm(folder, { force: true });
    await mkdir(folder);
  }
  await restoreFiles(checkout, env).catch(async () => {
    // Folders may have become read-only, as caches of packages are.
    await makeWritable(folder);
    await restoreFiles(checkout, env);
  });
}

async function restoreFiles(checkout: Checkout, env: Record<string, string>): Promise<void> {
  const restoreChanged = async () => {
    const input = namesInput(await listed(checkout, env, '--modified'));
    if (input.length > 0) await checkout.git(['checkout-index', '--force', '-z', '--stdin'], { env, input });
  };
  // The files first that say what is ignored.
  await restoreChanged();
  for (const path of await listed(checkout, env, '--others', '--exclude-standard'))
    await rm(placeIn(checkout.folder, path), { recursive: true, force: true });
  // A link in place of a folder may have hidden what is missing behind it.
  await restoreChanged();
}

async function listed({ git }: Checkout, env: Record<string, string>, ...which: string[]): Promise<string[]> {
  return (await git(['ls-files', '-z', ...which], { env, asNames: true })).split('\0').filter(Boolean);
}

/** The submodules that are not as saved. Git leaves their folders alone, and only looks which commit is there. */
async function movedOf(
  checkout: Checkout,
  pointers: readonly SavedPointer[],
  env: Record<string, string>,
): Promise<SavedPointer[]> {
  if (pointers.length === 0) return [];
  const modified = new Set(await listed(checkout, env, '--modified'));
  const moved: SavedPointer[] = [];
  for (const one of pointers) if (modified.has(one.path) || (await isReplaced(checkout, one))) moved.push(one);
  return moved;
}

/** Whether there is no repository where one was, or files without one: as if the submodule were removed. */
async function isReplaced(checkout: Checkout, one: SavedPointer): Promise<boolean> {
  if (isThere(checkout, one)) return false;
  return one.wasThere || (await readdir(placeIn(checkout.folder, one.path)).catch((): string[] => [])).length > 0;
}

/** Throws for a submodule behind a link, since folders elsewhere would be emptied, or whose path is not UTF-8. */
async function refuseOutside({ folder }: Checkout, pointers: readonly Pointer[]): Promise<void> {
  for (const { path } of pointers)
    if (!isPlainName(path) || !(await leadsInside(folder, path)))
      throw new Error(`${shownName(path)} leads out of the repository`);
}

async function empty(folder: string): Promise<void> {
  await makeWritable(folder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
}

/** Whether it has a repository of its own, which says at which commit it is. */
const isThere = ({ folder }: Checkout, { path }: Pointer) => existsSync(placeIn(folder, join(path, '.git')));
