import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { placeIn } from '../lib/file-names.ts';

/**
 * What leads from a folder to a place in it, that place included: folders all the way; folders as far as anything is
 * there; or a link or file, behind which anything can be.
 */
export async function wayTo(folder: string, path: string): Promise<'folders' | 'missing' | 'barred'> {
  let way: 'folders' | 'missing' = 'folders';
  for (let above = path; dirname(above) !== above; above = dirname(above)) {
    const found = await lstat(placeIn(folder, above)).catch(() => null);
    if (found === null) way = 'missing';
    else if (!found.isDirectory()) return 'barred';
  }
  return way;
}
