import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { StartError } from './start-error.ts';

/**
 * Makes a folder, or takes an existing one, and closes it to others as `mode` says. Throws a StartError if the name
 * belongs to something else: a link, or a folder of another user, who could read and change what is put into it.
 */
export function ensureOwnFolder(folder: string, mode: number): void {
  mkdirSync(folder, { recursive: true, mode });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new StartError(`${folder} is not a folder of your own. Remove it, or have it removed, and start again.`);
  chmodSync(folder, mode);
}

/**
 * Removes all that is in a folder, if it has `mark`, which we put into each of ours first: others may be somebody's. A
 * link to one stays, and leads to an empty folder.
 */
export function emptyFolder(folder: string, mark: string): void {
  if (!existsSync(join(folder, mark))) return;
  const place = realpathSync(folder);
  for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true, force: true });
}

/** Throws a StartError if a folder is no folder, or is or holds one of `kept`, such as the home: too much would be in it. */
export function checkSeparate(folder: string, kept: readonly string[]): void {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new StartError(`${folder} is not a folder.`);
  const place = realPath(folder);
  const held = kept.find((path) => !relative(place, realPath(path)).startsWith('..'));
  if (held !== undefined) throw new StartError(`${folder} is or holds ${held}. Name a folder of its own.`);
}

/** Where a folder's links lead; a new one's own path. */
const realPath = (folder: string) => (existsSync(folder) ? realpathSync(folder) : folder);
