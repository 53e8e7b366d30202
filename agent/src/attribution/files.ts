import { lstat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { placeIn } from '../lib/file-names.ts';
import { PrintedTooMuch } from '../lib/run-program.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import type { Folders } from '../workspace/folders.ts';
import { placeOf } from '../workspace/leads-inside.ts';
import { ignoredIn } from '../workspace/snapshot/ignored-in.ts';
import { lookAtCommit, lookAtFiles, type Found } from '../workspace/snapshot/look-at-files.ts';
import { readNamed } from '../workspace/read-inside.ts';
import { checkoutKey } from '../workspace/workspace.ts';

/**
 * The tracked files: those of all repositories, named by repository and path as `textOfNames` gives it, the same in every
 * container.
 */
export interface Files {
  /** All files that differ from the base. Throws ProgramFailed. */
  look(): Promise<Found>;
  /** All files that differ from the base in a commit; null if they are more than can be read. Throws ProgramFailed. */
  inCommit(checkout: Checkout, commit: string): Promise<Found | null>;
  /** The name of the file at the agent's path; null if that is in no repository. */
  nameOf(path: string): Promise<string | null>;
  /** What a file holds; null where there is none, or it cannot be read. */
  read(name: string): Promise<string | null>;
  /** When it was last changed, in milliseconds since 1970; null where there is none. */
  changedAt(name: string): Promise<number | null>;
  /** Those of one repository among these that git ignores, by their paths in it. Throws ProgramFailed. */
  ignored(checkout: Checkout, names: readonly string[]): Promise<string[]>;
}

/** The files of a task. */
export interface Attributed {
  folders: Pick<Folders, 'workspace'>;
  checkouts: readonly Checkout[];
}

/** What the names of all files of a repository begin with. */
export const prefixOf = ({ repository }: Pick<Checkout, 'repository'>) => `${checkoutKey(repository)}/`;

/** The files of a workspace, as git sees them. Without a repository there are none, since nothing is published then. */
export function createFiles({ folders, checkouts: all }: Attributed): Files {
  const checkouts = all.filter(({ repository }) => repository !== null);
  const placed = (name: string) => {
    const checkout = checkouts.find((one) => name.startsWith(prefixOf(one)));
    return checkout && { folder: checkout.folder, path: name.slice(prefixOf(checkout).length) };
  };
  return {
    async look() {
      const looked = await Promise.all(checkouts.map(async (one) => named(one, await lookAtFiles(one))));
      return {
        files: new Map(looked.flatMap(({ files }) => [...files])),
        gone: new Map(looked.flatMap(({ gone }) => [...gone])),
      };
    },
    async inCommit(checkout, commit) {
      try {
        return named(checkout, await lookAtCommit(checkout, commit));
      } catch (error) {
        if (error instanceof PrintedTooMuch) return null;
        throw error;
      }
    },
    async nameOf(path) {
      const place = await placeOf(resolve(folders.workspace, path));
      for (const checkout of checkouts) {
        const inside = relative(await placeOf(checkout.folder), place);
        if (inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`)) return prefixOf(checkout) + inside;
      }
      return null;
    },
    async read(name) {
      const place = placed(name);
      if (place === undefined) return null;
      // From the working folder: an agent may have put a link in the place of the repository's.
      const path = join(relative(folders.workspace, place.folder), place.path);
      return (await readNamed(folders.workspace, path))?.text ?? null;
    },
    async changedAt(name) {
      const place = placed(name);
      if (place === undefined) return null;
      const found = await lstat(placeIn(place.folder, place.path)).catch(() => null);
      return found?.ctimeMs ?? null;
    },
    async ignored(checkout, names) {
      const prefix = prefixOf(checkout);
      const own = names.filter((name) => name.startsWith(prefix));
      return ignoredIn(
        checkout,
        own.map((name) => name.slice(prefix.length)),
      );
    },
  };
}

/** How many files are asked for their times at once. */
const DATED_AT_ONCE = 1_000;

/** When each of these was last changed, in milliseconds since 1970; those that are gone are left out. */
export async function timesOf(files: Files, names: readonly string[]): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (let at = 0; at < names.length; at += DATED_AT_ONCE) {
    const dated = names.slice(at, at + DATED_AT_ONCE).map(async (name) => {
      const changedAt = await files.changedAt(name);
      if (changedAt !== null) times.set(name, changedAt);
    });
    await Promise.all(dated);
  }
  return times;
}

function named(checkout: Checkout, { files, gone }: Found): Found {
  const prefix = prefixOf(checkout);
  const all = (paths: ReadonlyMap<string, string>) =>
    new Map([...paths].map(([path, content]) => [prefix + path, content] as const));
  return { files: all(files), gone: all(gone) };
}
