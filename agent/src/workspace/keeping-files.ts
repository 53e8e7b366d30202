import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { giveTo } from './agent-user.ts';
import type { Checkout } from './checkout.ts';
import { baseTreeOf, withSavedFiles } from './saved-files.ts';
import type { Workspace } from './workspace.ts';

/**
 * Calls `work`, which may change files, and afterwards puts those that are saved with the task back as they were, even if
 * it fails; what is not saved, e.g. packages, stays as it has made it. Nothing else may run in the workspace meanwhile.
 * `isAtStart`: the files are those that the task began with. Throws ProgramFailed.
 */
export function keepingFiles<T>(
  { checkouts, user }: Pick<Workspace, 'checkouts' | 'user'>,
  work: (isAtStart: boolean) => Promise<T>,
): Promise<T> {
  const from = (index: number, isAtStart: boolean): Promise<T> => {
    const checkout = checkouts[index];
    if (checkout === undefined) return work(isAtStart);
    return withSavedFiles(checkout, 'setup', async ({ tree, env }) => {
      const isUnchanged = tree === (await baseTreeOf(checkout));
      try {
        return await from(index + 1, isAtStart && isUnchanged);
      } finally {
        await putBack(checkout, user, env);
      }
    });
  };
  return from(0, true);
}

/** Makes the files those of the index again. */
async function putBack({ git, folder }: Checkout, user: Workspace['user'], env: Record<string, string>): Promise<void> {
  const listed = async (...which: string[]) =>
    (await git(['ls-files', '-z', ...which], { env })).split('\0').filter(Boolean);
  const restoreChanged = async () => {
    const input = (await listed('--modified')).map((path) => `${path}\0`).join('');
    if (input !== '') await git(['checkout-index', '--force', '-z', '--stdin'], { env, input });
  };
  // The files first that say what is ignored.
  await restoreChanged();
  for (const path of await listed('--others', '--exclude-standard'))
    await rm(join(folder, path), { recursive: true, force: true });
  // A link in place of a folder may have hidden what is missing behind it.
  await restoreChanged();
  await giveTo(user, folder);
}
