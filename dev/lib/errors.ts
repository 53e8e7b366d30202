/** What an error says; anything may be thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether the system gave one of these codes, such as `ENOENT`. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
