/** Something the person at the terminal can mend: shown as one message without a stack, exit code 1. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Says what went wrong; a stack only for what nobody foresaw. */
export function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
