import type { ClaimedTask, RecordItem } from '@countersign/contract/agent';
import { rm } from 'node:fs/promises';
import type { AgentApi } from './api.ts';
import { packCheckpoint } from './checkpoint-pack.ts';
import type { Journal } from './journal.ts';
import type { Log } from './log.ts';
import type { Outbox } from './outbox.ts';
import type { Redactor } from './redact.ts';
import { stepId } from './tool-call.ts';
import { uploadCheckpoint } from './upload-checkpoint.ts';
import type { Workspace } from './workspace.ts';

/** Saves a task as one immutable object outside the container (design §6). */
export interface Checkpoints {
  /** Saves soon, beside the work; several requests become one. */
  request(): void;
  /**
   * Saves now; resolves with whether what there is now is stored. Where it is not, log and timeline say why, and what was stored last
   * counts. `onStored` is called as soon as it is stored, be it by a later attempt. Throws when nothing may be written any more.
   */
  save(onStored?: () => void): Promise<boolean>;
  /** The task ends: whoever waits for something to be stored need not wait any longer, and is called. */
  endWaiting(): void;
  /** Nothing is saved from now on; resolves when nothing is being saved. */
  close(): Promise<void>;
}

export interface CheckpointOptions {
  api: AgentApi;
  task: Pick<ClaimedTask, 'id' | 'epoch'>;
  workspace: Workspace;
  journal: Journal;
  limitBytes: number;
  outbox: Pick<Outbox, 'put'>;
  log: Log;
  redact: Redactor;
  /** Aborted when nothing may be written any more. */
  signal: AbortSignal;
}

export function createCheckpoints(options: CheckpointOptions): Checkpoints {
  let running: Promise<boolean> | null = null;
  let next: Promise<boolean> | null = null;
  let savedKey: string | null = null;
  let isClosed = false;
  let told: string | null = null;
  const waiting = new Set<() => void>();

  /** Null when it is stored, else why it is not. */
  const store = async (): Promise<string | null> => {
    const { workspace, journal, limitBytes } = options;
    const pack = () => packCheckpoint(workspace, journal, savedKey);
    // Once more where a file went while it was read, as happens when an agent is at work.
    const packed = await pack().catch(pack);
    if (packed === null) return null; // nothing has changed
    if (packed.size > limitBytes) {
      return `the task's files take ${mebibytes(packed.size)} MiB, packed, and ${mebibytes(limitBytes)} MiB can be saved`;
    }
    await uploadCheckpoint(packed, options);
    await rm(packed.file);
    savedKey = packed.key;
    return null;
  };

  const saveOnce = async (): Promise<boolean> => {
    const due = [...waiting];
    const problem = await store().catch((error: unknown) => {
      options.signal.throwIfAborted();
      return options.redact(error instanceof Error ? error.message : String(error));
    });
    if (problem === null) call(due);
    else options.log(`The task could not be saved: ${problem}`);
    if ((problem === null) !== (told === null)) options.outbox.put(itemAbout(problem, told, options.task.id));
    told = problem;
    return problem === null;
  };

  const call = (listeners: Iterable<() => void>) => {
    for (const listener of listeners) if (waiting.delete(listener)) listener();
  };

  const save = (onStored?: () => void): Promise<boolean> => {
    if (isClosed) return Promise.resolve(false);
    if (onStored !== undefined) waiting.add(onStored);
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
    endWaiting: () => call(waiting),
    async close() {
      isClosed = true;
      await running?.catch(() => undefined);
    },
  };
}

/** One item a task, for the person: the runner stays with work that is nowhere else, which costs money and may be lost. */
function itemAbout(problem: string | null, before: string | null, taskId: string): RecordItem {
  const id = stepId(taskId, 'unsaved');
  if (problem === null) {
    return { id, type: 'planning', title: 'The work is saved again', content: `It could not be saved: ${before}.` };
  }
  const content = `The work could not be saved: ${problem}.

It stays in the container until that works: it is tried again with every step, and the container keeps running for it. \
If you pause or delete the container, what was made since the last save is lost. A task that is reopened begins with the last save, too.`;
  return { id, type: 'planning', title: 'The work could not be saved', content };
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
