import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** How many links a path may lead through; more are a circle. */
const LINKS_MAX = 40;

/** True when a path leads to a place in the folder, whatever links are on the way; neither need exist. */
export async function leadsInside(folder: string, path: string): Promise<boolean> {
  const [root, place] = await Promise.all([placeOf(folder), placeOf(resolve(folder, path))]);
  return place === root || place.startsWith(root + sep);
}

/** Where writing to this path would write, whatever links are on the way. */
export async function placeOf(path: string, linksLeft = LINKS_MAX): Promise<string> {
  if (linksLeft === 0 || dirname(path) === path) return sep;
  try {
    return await realpath(path);
  } catch {
    const parent = await placeOf(dirname(path), linksLeft - 1);
    // A link to something that does not exist yet: writing creates it there.
    const target = await readlink(path).catch(() => null);
    return target === null ? join(parent, basename(path)) : placeOf(resolve(parent, target), linksLeft - 1);
  }
}
