/** Something that the person at the terminal can fix: shown as one message without a stack trace, exit code 1. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Says what went wrong; with a stack trace only if it was unforeseen. */
export function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
