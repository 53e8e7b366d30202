import type { Git } from '../../workspace/git/git.ts';
import { isLfsPointer, POINTER_BYTES } from '../../workspace/git/lfs-pointer.ts';
import type { Entry } from './diff-entries.ts';

/**
 * The new files that the committed .gitattributes assign to Git LFS although they are no pointers: where LFS is installed,
 * git would have made pointers of them, and nothing here does. Throws ProgramFailed.
 */
export async function besideLfs(git: Git, added: readonly Entry[]): Promise<Entry[]> {
  const files = added.filter(({ now }) => now.mode.startsWith('100'));
  if (files.length === 0) return [];
  const paths = files.map(({ path }) => `${path}\0`).join('');
  // The index is the commit's.
  const told = (await git(['check-attr', '-z', '--cached', '--stdin', 'filter'], { input: paths })).split('\0');
  const assigned = new Set(told.filter((_path, index) => index % 3 === 0 && told[index + 2] === 'lfs'));
  const theirs = files.filter(({ path }) => assigned.has(path));
  if (theirs.length === 0) return [];
  const objects = theirs.map(({ now }) => `${now.object}\n`).join('');
  // There may be many of them, and each look takes a program.
  const sizes = (await git(['cat-file', '--batch-check=%(objectsize)'], { input: objects })).split('\n');
  const beside: Entry[] = [];
  for (const [index, file] of theirs.entries()) {
    const isSmall = Number(sizes[index]) <= POINTER_BYTES;
    if (!isSmall || !(await isLfsPointer(git, file.now.object))) beside.push(file);
  }
  return beside;
}
