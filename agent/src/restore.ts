import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { CheckpointPointer, ClaimedTask } from '@countersign/contract/agent';
import { unpackCheckpoint, type Unpacked } from './checkpoint-pack.ts';
import type { Folders } from './folders.ts';
import type { Log } from './log.ts';
import { sha256Of } from './sha256-of.ts';
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
  const file = join(folders.runner, 'restored.tar.gz');
  try {
    await download(task.checkpoint, file, signal);
    return await unpackCheckpoint(file, folders.runner);
  } catch (error) {
    signal.throwIfAborted();
    log(`The task's saved state cannot be used: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  } finally {
    await rm(file, { force: true });
  }
}

async function download(pointer: CheckpointPointer, file: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(pointer.downloadUrl, { signal });
      if (!response.ok || !response.body) throw new Error(`the object store answered ${response.status}`);
      await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(file), { signal });
      if ((await sha256Of(file)) !== pointer.sha256) throw new Error('it is damaged');
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === ATTEMPTS) throw error;
      await pause(RETRY_MS * 2 ** attempt, signal);
    }
  }
}
