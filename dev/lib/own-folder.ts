import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
