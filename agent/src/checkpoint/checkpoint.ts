import type { ClaimedTask, RecordItem } from '@countersign/contract/agent';
import { rm } from 'node:fs/promises';
import type { Attribution } from '../attribution/attribution.ts';
import { messageOf } from '../lib/failures.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import { TookTooLong } from '../lib/run-program.ts';
import { ArchiveTooLarge } from '../lib/write-archive.ts';
import { stepId } from '../lib/step-id.ts';
import type { AgentApi } from '../server/api.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { packCheckpoint } from './checkpoint-pack.ts';
import type { Journal } from './journal.ts';
import { uploadCheckpoint } from './upload-checkpoint.ts';

/** Saves a task as one immutable object outside the container (docs/decisions/004). */
export interface Checkpoints {
  /** Saves soon, alongside the work; several requests become one. */
  request(): void;
  /**
   * Saves now; resolves with whether the present state is stored. If not, log and timeline say why, and what was stored
   * last counts. `onStored` is called as soon as it is stored, even by a later attempt. Throws when nothing may be
   * written any more.
   */
  save(onStored?: () => void): Promise<boolean>;
  /** Whether the present state could not be stored because it is too large, as the last `save` has found. */
  isTooLarge(): boolean;
  /** Calls `work`, during which the files are not to be saved: no save is under way, and what asks for one waits. */
  withoutSaving<T>(work: () => Promise<T>): Promise<T>;
  /** The task ends: calls every `onStored` that is still waiting, stored or not. */
  endWaiting(): void;
  /** Nothing is saved from now on; resolves when no save is under way. */
  close(): Promise<void>;
}

export interface CheckpointOptions {
  api: AgentApi;
  task: Pick<ClaimedTask, 'id' | 'epoch'>;
  workspace: Workspace;
  journal: Journal;
  attribution: Pick<Attribution, 'running' | 'saved'>;
  /** Notes in the journal what of the files is not saved; called before each save. */
  noteUnsaved?: () => Promise<void>;
  /** For what is stored, packed. */
  limitBytes: number;
  /** For the home before it is packed: what all files of a task may take. */
  workspaceLimitBytes: number;
  reports: Pick<ReportQueue, 'put'>;
  log: Log;
  redact: Redactor;
  /** Aborted when nothing may be written any more. */
  signal: AbortSignal;
}

export function createCheckpoints(options: CheckpointOptions): Checkpoints {
  let savedKey: string | null = null;
  let isClosed = false;
  let reported: string | null = null;
  let isTooLarge = false;
  const waiting = new Set<() => void>();

  /** Null when it is stored, else why it is not. */
  const store = async (): Promise<string | null> => {
    isTooLarge = false;
    const { workspace, journal, attribution, limitBytes } = options;
    const limits = { limitBytes: options.workspaceLimitBytes, signal: options.signal };
    await options.noteUnsaved?.();
    const pack = () => packCheckpoint(workspace, journal, attribution, savedKey, limits);
    // Once more in case a file vanished while it was read, which happens when an agent is at work.
    const packed = await pack().catch((error: unknown) => {
      options.signal.throwIfAborted();
      isTooLarge = error instanceof ArchiveTooLarge;
      if (error instanceof TookTooLong || isTooLarge) throw error;
      return pack();
    });
    if (packed === null) return null; // nothing has changed
    if (packed.size > limitBytes) {
      isTooLarge = true;
      return `the task's files take ${mebibytes(packed.size)} MiB, packed, and at most ${mebibytes(limitBytes)} MiB can be saved`;
    }
    await uploadCheckpoint(packed, options);
    await rm(packed.file);
    savedKey = packed.key;
    return null;
  };

  let last: Promise<unknown> = Promise.resolve();
  /** Saves, and what may not be saved, one after the other. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  const saveNow = async (): Promise<boolean> => {
    if (isClosed) return false;
    const due = [...waiting];
    const problem = await store().catch((error: unknown) => {
      options.signal.throwIfAborted();
      return options.redact(messageOf(error));
    });
    if (problem === null) call(due);
    else options.log(`The task could not be saved: ${problem}`);
    if ((problem === null) !== (reported === null)) options.reports.put(itemAbout(problem, reported, options.task.id));
    reported = problem;
    return problem === null;
  };
  const saving = oneAtATime(() => inTurn(saveNow));

  const call = (listeners: Iterable<() => void>) => {
    for (const listener of listeners) if (waiting.delete(listener)) listener();
  };

  const save = (onStored?: () => void): Promise<boolean> => {
    // Also without another save: `endWaiting` calls it.
    if (onStored !== undefined) waiting.add(onStored);
    return isClosed ? Promise.resolve(false) : saving.run();
  };
  return {
    save,
    isTooLarge: () => isTooLarge,
    withoutSaving: inTurn,
    request: () => void save().catch(() => undefined),
    endWaiting: () => call(waiting),
    async close() {
      isClosed = true;
      await saving.idle();
    },
  };
}

/** One item per task, for the person: a runner with unsaved work stays; that costs money, and the work may be lost. */
function itemAbout(problem: string | null, before: string | null, taskId: string): RecordItem {
  const id = stepId(taskId, 'unsaved');
  if (problem === null) {
    return { id, type: 'planning', title: 'The work is saved again', content: `It could not be saved: ${before}.` };
  }
  const content = `The work could not be saved: ${problem}.

It stays in the container until saving works: this is tried again with every step, and the container keeps running for it. \
If you pause the container, everything since the last save is lost; a reopened task also starts from that save. If you delete the container, all that was saved of this task is deleted with it.`;
  return { id, type: 'planning', title: 'The work could not be saved', content };
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
