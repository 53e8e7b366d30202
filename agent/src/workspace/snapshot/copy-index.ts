import { copyFile, stat, utimes } from 'node:fs/promises';

/**
 * Copies an index, its time included: that tells git which entries may have changed unnoticed, in the same second and
 * to the same size.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
}
