import type { Git } from './git.ts';

/** The first line of each pointer of Git LFS, a small text in the place of a large file. */
export const POINTER = 'version https://git-lfs.github.com/spec/v1';
/** No pointer is longer. */
export const POINTER_BYTES = 1024;

/** True if this content, as git names it, is a pointer. Throws ProgramFailed. */
export async function isLfsPointer(git: Git, object: string): Promise<boolean> {
  if (Number(await git(['cat-file', '-s', object])) > POINTER_BYTES) return false;
  return (await git(['cat-file', 'blob', object])).startsWith(POINTER);
}
