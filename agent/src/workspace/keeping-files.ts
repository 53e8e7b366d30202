import { existsSync } from 'node:fs';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../lib/failures.ts';
import { giveTo, makeWritable } from './agent-user.ts';
import type { Checkout } from './checkout.ts';
import { leadsInside } from './leads-inside.ts';
import { baseTreeOf, withSavedFiles } from './saved-files.ts';
import { pointersOf, type Pointer } from './submodules.ts';
import type { Workspace } from './workspace.ts';

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
}

/**
 * Does work that may change files, and afterwards puts those that are saved with the task back as they were, and
 * submodules at the commits that they were at, even if it fails; what is not saved, e.g. packages, stays as it has made
 * it. Nothing else may run in the workspace meanwhile. Throws what the work throws, ProgramFailed before it has begun, and
 * NotPutBack.
 */
export function keepingFiles<T>(
  { checkouts, user }: Pick<Workspace, 'checkouts' | 'user'>,
  { work, placeAgain }: FilesWork<T>,
): Promise<T> {
  const from = (index: number, isAtStart: boolean): Promise<T> => {
    const checkout = checkouts[index];
    if (checkout === undefined) return work(isAtStart);
    return withSavedFiles(checkout, 'setup', async ({ tree, env }) => {
      const isUnchanged = tree === (await baseTreeOf(checkout));
      const pointers = (await pointersOf(checkout.git, tree, env)).filter((one) => isThere(checkout, one));
      const putAllBack = async () => {
        await putBack(checkout, env);
        const moved = await movedOf(checkout, pointers, env);
        if (moved.length > 0) await placeAgain(checkout, moved);
        await giveTo(user, checkout.folder);
      };
      try {
        return await from(index + 1, isAtStart && isUnchanged);
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
    const input = (await listed(checkout, env, '--modified')).map((path) => `${path}\0`).join('');
    if (input !== '') await checkout.git(['checkout-index', '--force', '-z', '--stdin'], { env, input });
  };
  // The files first that say what is ignored.
  await restoreChanged();
  for (const path of await listed(checkout, env, '--others', '--exclude-standard'))
    await rm(join(checkout.folder, path), { recursive: true, force: true });
  // A link in place of a folder may have hidden what is missing behind it.
  await restoreChanged();
}

async function listed({ git }: Checkout, env: Record<string, string>, ...which: string[]): Promise<string[]> {
  return (await git(['ls-files', '-z', ...which], { env })).split('\0').filter(Boolean);
}

/** The submodules that are at other commits now. Git leaves their folders alone, and only looks which commit is there. */
async function movedOf(
  checkout: Checkout,
  pointers: readonly Pointer[],
  env: Record<string, string>,
): Promise<Pointer[]> {
  if (pointers.length === 0) return [];
  const modified = new Set(await listed(checkout, env, '--modified'));
  const moved = pointers.filter((one) => modified.has(one.path) || !isThere(checkout, one));
  for (const { path } of moved)
    if (!(await leadsInside(checkout.folder, path))) throw new Error(`${path} leads out of the repository`);
  return moved;
}

/** Whether it has a repository of its own, which says at which commit it is. */
const isThere = ({ folder }: Checkout, { path }: Pointer) => existsSync(join(folder, path, '.git'));
