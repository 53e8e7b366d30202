/** What went wrong and what to do, for the person at the terminal. */
export function explain(error: unknown): string;
