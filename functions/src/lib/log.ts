export type Severity = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';

let write = (line: string): void => void process.stdout.write(`${line}\n`);

/** One structured line (Cloud Logging reads `severity` and `message`). Never pass personal data, content or a token. */
export function logLine(severity: Severity, message: string, fields: Record<string, unknown> = {}): void {
  write(JSON.stringify({ severity, message, ...fields }));
}

/** What Error Reporting groups errors by. */
export const stackOf = (error: unknown) => ({
  stack_trace: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

/** Sends the lines elsewhere; tests read them. */
export function setLogWriter(writer: (line: string) => void): void {
  write = writer;
}
