/** The first line of each pointer of Git LFS, a small text in the place of a large file. */
export const POINTER = 'version https://git-lfs.github.com/spec/v1';
/** No pointer is longer. */
export const POINTER_BYTES = 1024;
