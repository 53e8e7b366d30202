import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile, writeJsonFile } from '../lib/json-file.ts';
import type { ProcessIdentity } from '../lib/processes.ts';
import type { Execution, Job } from './resources.ts';

/** How the one task of an execution ended, in Cloud Run's words: `exitCode` is 0 after a signal. */
export interface Outcome {
  exitCode: number;
  termSignal: number;
  message: string;
}

/** An execution with what only this server needs to know about it. */
export interface ExecutionRecord {
  execution: Execution;
  /** The supervising shell, which leads the execution's process group. Absent before the start. */
  process?: ProcessIdentity;
  /** The name of its disk, from its start on; that of its execution where an earlier version started it. */
  disk?: string;
  /** Milliseconds since 1970 at which the platform ends it. */
  deadline?: number;
  /** Why the platform ended it, if it did. */
  ending?: 'cancelled' | 'timeout' | 'deleted' | 'stopped';
  /** Milliseconds since 1970 at which its processes are killed, after they were asked to end. */
  killAt?: number;
  outcome?: Outcome;
}

interface Saved {
  jobs: Record<string, Job>;
  executions: Record<string, ExecutionRecord>;
}

const COMPLETED_KEPT = 1000; // Cloud Run's own limit per job
const SAVE_AGAIN_MS = 1_000;

/** Jobs and executions, kept in one small file so that they outlive this server. */
export class State {
  readonly jobs: Map<string, Job>;
  readonly executions: Map<string, ExecutionRecord>;
  private readonly file: string;
  private again: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.file = join(folder, 'state.json');
    const saved = readJsonFile(this.file, (value) => z.custom<Saved>(isSaved).parse(value));
    this.jobs = new Map(Object.entries(saved?.jobs ?? {}));
    this.executions = new Map(Object.entries(saved?.executions ?? {}));
  }

  executionsOf(job: string): ExecutionRecord[] {
    const all = [...this.executions.values()].filter((record) => record.execution.job === job);
    return all.sort((a, b) => b.execution.createTime.localeCompare(a.execution.createTime));
  }

  /** Never throws: on a full disk executions go on, and saving is retried until it works. */
  save(): void {
    for (const job of this.jobs.keys()) this.forgetOldest(job);
    const saved = {
      jobs: Object.fromEntries(this.jobs),
      executions: Object.fromEntries(this.executions),
    } satisfies Saved;
    clearTimeout(this.again);
    try {
      writeJsonFile(this.file, saved);
    } catch (error) {
      console.error(`${this.file} could not be written; it is tried again: ${String(error)}`);
      this.again = setTimeout(() => this.save(), SAVE_AGAIN_MS).unref();
    }
  }

  private forgetOldest(job: string): void {
    const completed = this.executionsOf(job).filter((record) => record.execution.completionTime !== undefined);
    for (const record of completed.slice(COMPLETED_KEPT)) this.executions.delete(record.execution.name);
  }
}

function isSaved(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'jobs' in value && 'executions' in value;
}
