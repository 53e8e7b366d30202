import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fullName } from '../../lib/full-name.ts';
import { unlessMissing } from '../../lib/unless-missing.ts';
import type { Checkout } from './checkout.ts';
import type { Git } from './git.ts';

/** Marks the commit that was kept, so that a fetch brings only what is newer. */
const KEPT_REF = 'refs/countersign/kept';
const BASE = 'base';
const MIB = 1024 * 1024;

/**
 * The objects of this execution's last clones, in a folder of the runner's own. Git names objects by their content, so
 * nothing else of a task can come along: no branch, no index, no configuration, no file.
 */
export interface KeptClones {
  /** Puts the objects of the repository into a git directory that is still empty; false if there are none. */
  take(repositoryId: string, gitDir: string): Promise<boolean>;
  /** Takes the objects out of clones that are no longer needed; a clone that has grown large is not kept. */
  keep(checkouts: readonly Checkout[]): Promise<void>;
}

export function createKeptClones(folder: string, limitBytes: number, log: (line: string) => void): KeptClones {
  const placeOf = (repositoryId: string) => join(folder, `${repositoryId}.git`);
  const keepOne = async ({ gitDir, baseCommit, git }: Checkout, place: string) => {
    await rm(place, { recursive: true, force: true });
    if ((await packedBytes(git)) > limitBytes) return;
    await mkdir(place, { recursive: true, mode: 0o700 });
    await rename(join(gitDir, 'objects'), join(place, 'objects'));
    await copyFile(join(gitDir, 'shallow'), join(place, 'shallow')).catch(unlessMissing);
    // Last: without it the objects are not used.
    await writeFile(join(place, BASE), baseCommit);
  };
  return {
    async take(repositoryId, gitDir) {
      const place = placeOf(repositoryId);
      const base = await readFile(join(place, BASE), 'utf8').catch(() => null);
      if (base !== null) {
        await mkdir(join(gitDir, 'refs/countersign'), { recursive: true });
        await rename(join(place, 'objects'), join(gitDir, 'objects'));
        await rename(join(place, 'shallow'), join(gitDir, 'shallow')).catch(unlessMissing);
        await writeFile(join(gitDir, KEPT_REF), `${base}\n`);
      }
      await rm(place, { recursive: true, force: true });
      return base !== null;
    },
    async keep(checkouts) {
      for (const checkout of checkouts) {
        const { repository } = checkout;
        if (repository === null) continue;
        await keepOne(checkout, placeOf(repository.id)).catch((error: unknown) => {
          log(`what was cloned of ${fullName(repository)} is not kept for the next task: ${String(error)}`);
        });
      }
    },
  };
}

/** True if a clone already has the commit; what was fetched once is complete. */
export async function hasCommit(git: Git, commit: string): Promise<boolean> {
  const type = await git(['cat-file', '-t', commit]).catch(() => '');
  return type === 'commit';
}

/** From here on the clone is as one that was never kept. */
export async function forgetKept(git: Git): Promise<void> {
  await git(['update-ref', '-d', KEPT_REF]);
}

async function packedBytes(git: Git): Promise<number> {
  const counted = await git(['count-objects', '-v']);
  const kib = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counted)?.[1] ?? 0);
  return (kib('size') + kib('size-pack')) * 1024;
}

/** The most that is kept of one repository. */
export const KEPT_CLONE_LIMIT_BYTES = 256 * MIB;
