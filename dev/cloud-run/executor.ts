import { customAlphabet } from 'nanoid';
import { isAlive, sendSignal } from '../lib/processes.ts';
import { lastPart, markCompleted, markEnding, markNotStarted, markPending, markRunning } from './conditions.ts';
import { executionFiles, launch, readExitStatus, removeContainer, requestEnd } from './container-process.ts';
import { freeDisk } from './free-disk.ts';
import type { Execution, Job, Overrides, TaskTemplate } from './resources.ts';
import type { ExecutionRecord, Outcome, State } from './state.ts';

export interface ExecutorOptions {
  folder: string;
  /** Full image name with tag → the command it runs. */
  images: Record<string, string[]>;
  environment: Record<string, string>;
  /** How long an execution stays pending, as a real one does while its image is fetched. */
  startDelayMs: number;
  /** From the request to end until the kill; Cloud Run gives 10 s. */
  graceMs: number;
}

const TICK_MS = 100;
const DEFAULT_TIMEOUT_S = 600; // Cloud Run's default
const randomSuffix = customAlphabet('abcdefghijklmnopqrstuvwxyz0123456789', 5);

/**
 * Moves every execution towards its wanted state. It remembers only the saved state, so that a server that was killed
 * continues where it was: a living process is kept, an ended one is read from its exit file.
 */
export class Executor {
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly state: State,
    private readonly options: ExecutorOptions,
  ) {
    this.timer = setInterval(() => this.reconcileAll(), TICK_MS);
    this.reconcileAll();
  }

  /** Creates an execution of a job; its process starts a moment later. */
  run(job: Job, overrides: Overrides | undefined): ExecutionRecord {
    const execution = newExecution(job, templateWith(job.template.template, overrides), this.options.folder);
    const record: ExecutionRecord = { execution };
    markPending(execution);
    job.executionCount += 1;
    job.latestCreatedExecution = { name: execution.name, createTime: execution.createTime };
    this.state.executions.set(execution.name, record);
    this.state.save();
    return record;
  }

  /** Asks an execution to end and kills it after the grace period. One that has not started ends at once. */
  end(record: ExecutionRecord, ending: NonNullable<ExecutionRecord['ending']>): void {
    if (record.execution.completionTime !== undefined || record.ending !== undefined) return;
    record.ending = ending;
    if (record.process === undefined)
      this.complete(record, { exitCode: 0, termSignal: 0, message: 'It was not started.' });
    else {
      markEnding(record.execution);
      record.killAt = Date.now() + this.options.graceMs;
      requestEnd(record.process);
    }
    this.state.save();
  }

  /** Ends an execution without grace and forgets it. */
  remove(record: ExecutionRecord): void {
    // A complete one has no disk any more; where it was there may be another's.
    if (record.execution.completionTime === undefined) this.removeContainer(record);
    this.state.executions.delete(record.execution.name);
    this.state.save();
  }

  /** Ends every execution; resolves when none of their processes is left (at most the grace period later). */
  async stop(): Promise<void> {
    for (const record of this.unfinished()) this.end(record, 'stopped');
    while (this.unfinished().length > 0) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    clearInterval(this.timer);
  }

  /** Ends every execution at once. */
  kill(): void {
    for (const record of this.unfinished()) {
      record.ending ??= 'stopped';
      this.complete(record, { exitCode: 0, termSignal: 9, message: 'Container terminated on signal 9.' });
    }
  }

  private unfinished(): ExecutionRecord[] {
    return [...this.state.executions.values()].filter((record) => record.execution.completionTime === undefined);
  }

  private reconcileAll(): void {
    for (const record of this.unfinished()) this.reconcile(record);
  }

  private reconcile(record: ExecutionRecord): void {
    if (record.execution.completionTime !== undefined) return;
    if (record.process === undefined) return this.startWhenDue(record);
    if (!isAlive(record.process)) return this.complete(record, this.outcomeOf(record));
    const now = Date.now();
    if (record.deadline !== undefined && now > record.deadline) this.end(record, 'timeout');
    if (record.killAt !== undefined && now > record.killAt) sendSignal(-record.process.pid, 'SIGKILL');
  }

  private startWhenDue(record: ExecutionRecord): void {
    const { execution } = record;
    if (Date.now() < Date.parse(execution.createTime) + this.options.startDelayMs) return;
    const image = execution.template.containers[0]?.image ?? '';
    const imageCommand = this.options.images[image];
    if (imageCommand === undefined)
      markNotStarted(execution, { message: `Image '${image}' not found.`, reason: 'CONTAINER_MISSING' });
    else this.start(record, imageCommand);
    this.state.save();
  }

  /** What cannot be started, on a full disk for instance, has failed; others go on. */
  private start(record: ExecutionRecord, imageCommand: string[]): void {
    const { execution } = record;
    const { folder, environment } = this.options;
    const { name: executionName, job: jobName, template } = execution;
    const onExit = () => this.reconcile(record);
    const taken = this.unfinished().flatMap((other) => (other === record ? [] : diskOf(other)));
    const disk = freeDisk(folder, execution, taken);
    record.disk = disk;
    try {
      record.process = launch({ folder, disk, executionName, jobName, template, imageCommand, environment, onExit });
    } catch (error) {
      this.removeContainer(record);
      const message = `The container could not be started: ${error instanceof Error ? error.message : String(error)}`;
      return markNotStarted(execution, { message, reason: 'UNKNOWN' });
    }
    record.deadline = Date.now() + timeoutSeconds(template) * 1000;
    markRunning(execution);
    if (record.process === undefined) this.complete(record, this.outcomeOf(record));
  }

  private removeContainer(record: ExecutionRecord): void {
    removeContainer(this.options.folder, diskOf(record), record.process);
  }

  private outcomeOf(record: ExecutionRecord): Outcome {
    // Without an exit file the supervising shell itself was killed, and with it the group.
    const status = readExitStatus(this.options.folder, record.execution.name) ?? 128 + 9;
    const termSignal = status > 128 ? status - 128 : 0;
    const exitCode = termSignal === 0 ? status : 0;
    if (record.ending === 'timeout')
      return { exitCode, termSignal, message: timeoutMessage(record.execution.template) };
    if (termSignal > 0) return { exitCode, termSignal, message: `Container terminated on signal ${termSignal}.` };
    return {
      exitCode,
      termSignal,
      message: exitCode === 0 ? '' : `The container exited with an error: exit code ${exitCode}.`,
    };
  }

  private complete(record: ExecutionRecord, outcome: Outcome): void {
    this.removeContainer(record);
    markCompleted(record, outcome);
    this.state.save();
  }
}

function diskOf({ disk, execution }: ExecutionRecord): string {
  return disk ?? lastPart(execution.name);
}

function newExecution(job: Job, template: TaskTemplate, folder: string): Execution {
  const name = `${job.name}/executions/${lastPart(job.name)}-${randomSuffix()}`;
  const now = new Date().toISOString();
  return {
    name,
    uid: crypto.randomUUID(),
    generation: '1',
    job: job.name,
    createTime: now,
    updateTime: now,
    parallelism: 1,
    taskCount: 1,
    template,
    reconciling: true,
    conditions: [],
    runningCount: 0,
    succeededCount: 0,
    failedCount: 0,
    cancelledCount: 0,
    logUri: `file://${executionFiles(folder, name).log}`,
    etag: crypto.randomUUID(),
  };
}

function templateWith(template: TaskTemplate, overrides: Overrides | undefined): TaskTemplate {
  const override = overrides?.containerOverrides?.[0];
  const names = new Set(override?.env?.map((entry) => entry.name));
  return {
    ...template,
    ...(overrides?.timeout === undefined ? {} : { timeout: overrides.timeout }),
    containers: template.containers.map((container) => ({
      ...container,
      args: override?.clearArgs ? [] : override?.args?.length ? override.args : container.args,
      env: [...(container.env ?? []).filter((entry) => !names.has(entry.name)), ...(override?.env ?? [])],
    })),
  };
}

function timeoutSeconds(template: TaskTemplate): number {
  return template.timeout === undefined ? DEFAULT_TIMEOUT_S : Number.parseFloat(template.timeout);
}

function timeoutMessage(template: TaskTemplate): string {
  return `Terminating task because it has reached the maximum timeout of ${timeoutSeconds(template)} seconds.`;
}
