import { TaskFailed } from '../lib/failures.ts';
import { runProgram } from '../lib/run-program.ts';
import type { SharedFolders } from './shared-folders.ts';

/** Pause between two looks at the size. A container's disk is memory, and an agent fills it fast. */
const LOOK_MS = 5_000;

/** What is measured: a task's folder, and what its agent may have put elsewhere. */
export interface Measured {
  root: string;
  sharedFolders?: SharedFolders;
}

/** Throws TaskFailed when a task's files take more than they may. */
export async function checkSize({ root, sharedFolders }: Measured, limitBytes: number): Promise<void> {
  const bytes = (await sizeOf(root)) + (await elsewhere(sharedFolders));
  if (bytes <= limitBytes) return;
  throw new TaskFailed(
    `The workspace has grown to ${toMib(bytes)} MiB; ${toMib(limitBytes)} MiB are allowed, half of CONTAINER_MEMORY.`,
  );
}

/** Looks at the files again and again, also while a turn runs; calls `onTooMuch` once, with the reason. */
export function startSizeLimit(
  measured: Measured,
  limitBytes: number,
  onTooMuch: (reason: Error) => void,
  everyMs = LOOK_MS,
): { stop(): void } {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  // One look after the other: a large folder takes a while.
  const wait = () => {
    if (isStopped) return;
    timer = setTimeout(() => void checkSize(measured, limitBytes).then(wait, report), everyMs);
    timer.unref();
  };
  const report = (reason: Error) => {
    if (!isStopped) onTooMuch(reason);
  };
  wait();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function sizeOf(folder: string): Promise<number> {
  // If a file vanishes meanwhile, `du` ends with 1, but still prints the size of the others.
  const look = runProgram('sh', ['-c', 'du -sk "$1" || true', 'sh', folder]);
  // A machine that for a moment cannot start a program is no reason to end the task.
  const output = await look.catch(() => Buffer.from('0'));
  return (Number.parseInt(output.toString(), 10) || 0) * 1024;
}

async function elsewhere(sharedFolders: SharedFolders | undefined): Promise<number> {
  return (await sharedFolders?.bytes().catch(() => 0)) ?? 0;
}

function toMib(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
