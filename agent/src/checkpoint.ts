import { agentRoutes, type ClaimedTask } from '@countersign/contract/agent';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AgentApi } from './api.ts';
import { packCheckpoint, type Packed } from './checkpoint-pack.ts';
import type { Journal } from './journal.ts';
import type { Log } from './log.ts';
import { pause } from './shutdown.ts';
import type { Workspace } from './workspace.ts';

/** Saves a task as one immutable object outside the container (design §6). */
export interface Checkpoints {
  /** Saves soon, beside the work; several requests become one. */
  request(): void;
  /** Saves now; resolves when it is saved, or could not be (which is logged: the last one counts then). */
  save(): Promise<void>;
  /** Nothing is saved from now on; resolves when nothing is being saved. */
  close(): Promise<void>;
}

export interface CheckpointOptions {
  api: AgentApi;
  task: ClaimedTask;
  workspace: Workspace;
  journal: Journal;
  limitBytes: number;
  log: Log;
  /** Aborted when nothing may be written any more. */
  signal: AbortSignal;
}

const UPLOAD_ATTEMPTS = 4;
const UPLOAD_RETRY_MS = 500;

export function createCheckpoints(options: CheckpointOptions): Checkpoints {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let savedKey: string | null = null;
  let isClosed = false;

  const saveOnce = async () => {
    try {
      const packed = await packCheckpoint(options.workspace, options.journal, savedKey);
      if (packed === null) return; // nothing has changed
      if (packed.size > options.limitBytes) {
        options.log(
          `Not saved: the task's files take ${mebibytes(packed.size)} MiB, more than ${mebibytes(options.limitBytes)} MiB`,
        );
        return;
      }
      await upload(packed, options);
      await rm(packed.file);
      savedKey = packed.key;
    } catch (error) {
      options.signal.throwIfAborted();
      options.log(`The task could not be saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  const save = (): Promise<void> => {
    if (isClosed) return Promise.resolve();
    if (running === null) {
      running = saveOnce().finally(() => (running = null));
      return running;
    }
    // The one that runs may have looked too early: one more follows it, for all who asked meanwhile.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return save();
      });
    return next;
  };
  return {
    save,
    request: () => void save().catch(() => undefined),
    async close() {
      isClosed = true;
      await running?.catch(() => undefined);
    },
  };
}

async function upload(packed: Packed, { api, task, signal }: CheckpointOptions): Promise<void> {
  const { file, size, sha256 } = packed;
  const params = { taskId: task.id };
  const epoch = task.epoch;
  for (let attempt = 1; ; attempt += 1) {
    // A new address each time: the last one may have run out.
    const target = await api.call(agentRoutes.checkpointUpload, { params, body: { epoch, size, sha256 } });
    const problem = await put(target.uploadUrl, file, size, signal);
    if (problem === null) {
      await api.call(agentRoutes.checkpointCommit, { params, body: { epoch, object: target.object, size, sha256 } });
      return;
    }
    if (attempt === UPLOAD_ATTEMPTS) throw new Error(problem);
    await pause(UPLOAD_RETRY_MS * 2 ** attempt, signal);
  }
}

/** Null when it is stored, else what stood in the way. */
async function put(url: string, file: string, size: number, signal: AbortSignal): Promise<string | null> {
  try {
    const headers = { 'Content-Length': String(size) };
    const body = createReadStream(file);
    const response = await fetch(url, { method: 'PUT', headers, body, duplex: 'half', signal });
    return response.ok ? null : `the object store answered ${response.status} ${(await response.text()).slice(0, 200)}`;
  } catch (error) {
    signal.throwIfAborted();
    return `the object store cannot be reached: ${String(error)}`;
  }
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
