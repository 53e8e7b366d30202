import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, messageOf } from './errors.ts';
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

/** Removes all that is in a folder. A link to one stays, and leads to an empty folder. */
export function emptyFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const place = realpathSync(folder);
  for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true, force: true });
}

/**
 * Throws a StartError unless a folder is empty or new, or has `mark`, which we put into each of ours first: what
 * `emptyFolder` removes may be somebody's home.
 */
export function checkUnused(folder: string, mark: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return;
    throw new StartError(`${folder} cannot be used: ${messageOf(cause)}`, { cause });
  }
  if (names.length > 0 && !names.includes(mark))
    throw new StartError(`${folder} has files that are not Countersign's. Name an empty folder, or a new one.`);
}
