import { TaskFailed } from './failures.ts';
import { runProgram } from './run-program.ts';

/** Throws TaskFailed when a folder holds more than it may. */
export async function checkSize(folder: string, limitBytes: number): Promise<void> {
  // 1: a file went while it was looked at.
  const output = await runProgram('du', ['-sk', folder]).catch(() => Buffer.from('0'));
  const bytes = Number.parseInt(output.toString(), 10) * 1024;
  if (bytes <= limitBytes) return;
  throw new TaskFailed(`The workspace has grown to ${toMib(bytes)} MiB; ${toMib(limitBytes)} MiB are allowed.`);
}

function toMib(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
