import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../lib/unless-missing.ts';

/**
 * Moves into `to` what it lacks of `from`. What is there stays as it is: an agent may have put a link in place of a
 * folder, and nothing is moved through it. Both are folders on one disk.
 */
export async function addMissing(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, place] = [join(from, entry.name), join(to, entry.name)];
    const found = await lstat(place).catch(unlessMissing);
    if (found === undefined) await rename(source, place);
    else if (found.isDirectory() && entry.isDirectory()) await addMissing(source, place);
  }
}
