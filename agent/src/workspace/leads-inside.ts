import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { bytesOfNames, textOfNames } from '../lib/file-names.ts';
import { wellFormed } from '../server/fit-item.ts';

/** How many links a path may lead through; more are a circle. */
const LINKS_MAX = 40;

/** True when a path leads to a place in the folder, whatever links are on the way; neither need exist. */
export async function leadsInside(folder: string, path: string): Promise<boolean> {
  return foundInside(folder, resolve(folder, wellFormed(path)));
}

/** The same of a path that was found: a program that finds it, too, is told its very bytes. */
export async function foundInside(folder: string, path: string): Promise<boolean> {
  const [root, place] = await Promise.all([follow(folder), follow(path)]);
  return place === root || place.startsWith(root + sep);
}

/** Where writing to this path would write, whatever links are on the way: a name as `textOfNames` gives it. */
export function placeOf(path: string): Promise<string> {
  // A program that is told this path writes it as UTF-8.
  return follow(wellFormed(path));
}

/** The same of a path that was found, as `textOfNames` gives it. */
export const placeOfFound = (path: string): Promise<string> => follow(path);

async function follow(path: string, linksLeft = LINKS_MAX): Promise<string> {
  if (linksLeft === 0 || dirname(path) === path) return sep;
  try {
    return textOfNames(await realpath(bytesOfNames(path), 'buffer'));
  } catch {
    const parent = await follow(dirname(path), linksLeft - 1);
    // A link to something that does not exist yet: writing creates it there.
    const target = await readlink(bytesOfNames(path), 'buffer').catch(() => null);
    if (target === null) return join(parent, basename(path));
    return follow(resolve(parent, textOfNames(target)), linksLeft - 1);
  }
}
