/** For `catch`: nothing is done where there is no such file. */
export function unlessMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
