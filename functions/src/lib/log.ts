export type Severity = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';

let write = (line: string): void => void process.stdout.write(`${line}\n`);

/** Writes a structured line (Cloud Logging reads `severity`, `message`). Never pass personal data, content, tokens. */
export function logLine(severity: Severity, message: string, fields: Record<string, unknown> = {}): void {
  write(JSON.stringify({ severity, message, ...fields }));
}

/** The field by which Error Reporting groups errors. */
export const stackOf = (error: unknown) => ({
  stack_trace: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

/** Sends the lines elsewhere, for tests that read them. */
export function setLogWriter(writer: (line: string) => void): void {
  write = writer;
}
