/** For `catch`: undefined where there is no such file; any other error is thrown. */
export function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
