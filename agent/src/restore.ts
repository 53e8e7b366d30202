import { createHash } from 'node:crypto';
import type { CheckpointPointer, ClaimedTask } from '@countersign/contract/agent';
import { unpackCheckpoint, type Unpacked } from './checkpoint-pack.ts';
import type { Folders } from './folders.ts';
import type { Log } from './log.ts';
import { pause } from './shutdown.ts';

const ATTEMPTS = 4;
const RETRY_MS = 500;

/**
 * Fetches the task's checkpoint and unpacks it. Null where there is none, or none that can be used: the work then begins anew, which
 * is said in the log.
 */
export async function fetchCheckpoint(
  task: ClaimedTask,
  folders: Folders,
  log: Log,
  signal: AbortSignal,
): Promise<Unpacked | null> {
  if (task.checkpoint === null) return null;
  try {
    const bytes = await download(task.checkpoint, signal);
    return await unpackCheckpoint(bytes, folders.runner);
  } catch (error) {
    signal.throwIfAborted();
    log(`The task's saved state cannot be used: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

async function download(pointer: CheckpointPointer, signal: AbortSignal): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(pointer.downloadUrl, { signal });
      if (!response.ok) throw new Error(`the object store answered ${response.status}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (createHash('sha256').update(bytes).digest('hex') !== pointer.sha256) throw new Error('it is damaged');
      return bytes;
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === ATTEMPTS) throw error;
      await pause(RETRY_MS * 2 ** attempt, signal);
    }
  }
}
