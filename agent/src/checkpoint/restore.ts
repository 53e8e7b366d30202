import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckpointPointer, ClaimedTask } from '@countersign/contract/agent';
import { messageOf, TaskFailed } from '../lib/failures.ts';
import { pause } from '../lib/lifetime.ts';
import type { Folders } from '../workspace/folders.ts';
import { unpackCheckpoint, UnusableCheckpoint, type Unpacked } from './checkpoint-pack.ts';
import { downloadObject } from './download-object.ts';

/** Milliseconds for which a store may be unreachable. */
const LIMIT_MS = 120_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;
/** Once the pause between two tries is this long, what looks lost counts as lost. */
const LOST_AFTER_MS = 4_000;

export interface FetchOptions {
  signal: AbortSignal;
  /** Called with the reason when what was saved is lost for good and the work starts over. */
  onLost: (problem: string) => void;
  limitMs?: number;
}

/**
 * Fetches the task's checkpoint and unpacks it. Null if there is none, or none that could ever be used. Throws
 * TaskFailed if it cannot be had now: a task that started over would soon be saved in its place.
 */
export async function fetchCheckpoint(
  task: Pick<ClaimedTask, 'checkpoint'>,
  folders: Folders,
  { signal, onLost, limitMs = LIMIT_MS }: FetchOptions,
): Promise<Unpacked | null> {
  if (task.checkpoint === null) return null;
  const file = join(folders.runner, 'restored.tar.gz');
  try {
    await download(task.checkpoint, file, signal, Date.now() + limitMs);
    return await unpackCheckpoint(file, folders.runner);
  } catch (error) {
    signal.throwIfAborted();
    const problem = messageOf(error);
    if (error instanceof UnusableCheckpoint) {
      onLost(problem);
      return null;
    }
    throw new TaskFailed(
      `The saved work could not be fetched: ${problem}. It is still saved: reopen the task to try again.`,
    );
  } finally {
    await rm(file, { force: true });
  }
}

/** Tries until `deadline`, milliseconds since 1970; tries a few times, too, when the object looks lost. */
async function download(
  pointer: CheckpointPointer,
  file: string,
  signal: AbortSignal,
  deadline: number,
): Promise<void> {
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
    try {
      return await downloadObject(pointer, file, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnusableCheckpoint && delay >= LOST_AFTER_MS) throw error;
      if (Date.now() + delay > deadline) throw error;
      await pause(delay, signal);
    }
  }
}
