import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './errors.ts';
import { identify, sendSignal, type ProcessIdentity } from './processes.ts';
import { StartError } from './start-error.ts';

export interface ServiceOptions {
  /** Its name in messages to a person. */
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string | undefined>;
  logFile: string;
  /** Asked every 100 ms until it resolves with true. */
  ready: () => Promise<boolean>;
  readyWithinMs: number;
}

/** Far more than any program prints before it is ready. */
const END_BYTES = 256 * 1024;

/** A program of the stack in a process group of its own, so that a Ctrl-C in the terminal does not end it too early. */
export interface Service {
  name: string;
  logFile: string;
  identity: ProcessIdentity;
  /** Resolves when it answers. Rejects with the end of its log when it ends before, or does not answer in time. */
  ready: Promise<void>;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  /** Asks its group to end, kills the rest after `graceMs`; resolves when none of it is alive. */
  stop: (graceMs?: number, signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts a program. Throws when it cannot be started at all. */
export function startService(options: ServiceOptions): Service {
  mkdirSync(dirname(options.logFile), { recursive: true });
  keepFormer(options.logFile);
  const log = openSync(options.logFile, 'a');
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  if (child.pid === undefined) throw new StartError(`${options.name} could not be started: ${options.command}`);
  // It may have ended already: then the identity matches no process.
  const identity = identify(child.pid) ?? { pid: child.pid, startedAt: 'ended at once' };
  const ended = once(child, 'exit').then(() => undefined);
  const ready = untilReady(options, ended);
  ready.catch(() => undefined); // awaited by whoever started it, which reports an early end
  return {
    name: options.name,
    logFile: options.logFile,
    identity,
    ready,
    ended,
    stop: (graceMs, signal) => endGroup(identity.pid, graceMs, signal),
  };
}

async function untilReady(options: ServiceOptions, ended: Promise<void>): Promise<void> {
  let over = false;
  void ended.then(() => (over = true));
  const end = Date.now() + options.readyWithinMs;
  while (!(await options.ready().catch(notYet))) {
    if (over) throw new StartError(`${options.name} ended before it was ready.\n${tail(options.logFile)}`);
    if (Date.now() > end)
      throw new StartError(
        `${options.name} did not start within ${options.readyWithinMs / 1000} s.\n${tail(options.logFile)}`,
      );
    await pause(100);
  }
}

/** Rejects with the end of its log when it ends unasked. */
export async function untilEnded({ name, logFile, ended }: Service): Promise<never> {
  await ended;
  throw new StartError(`${name} ended unexpectedly.\n${tail(logFile)}`);
}

/** A call that comes too early fails, which means nothing; what a person has to fix does not pass by asking again. */
function notYet(error: unknown): boolean {
  if (error instanceof StartError) throw error;
  return false;
}

/** Asks a process group to end, kills the rest after `graceMs`; resolves when none of it is alive. */
export async function endGroup(group: number, graceMs = 5_000, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  sendSignal(-group, signal);
  const end = Date.now() + graceMs;
  while (groupLives(group) && Date.now() < end) await pause(50);
  sendSignal(-group, 'SIGKILL');
  // Limited: a group of zombies that nobody reaps counts as alive.
  for (let tries = 0; groupLives(group) && tries < 50; tries += 1) await pause(20);
}

function groupLives(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** Each start has a log of its own, or it would grow for ever; the previous start's log stays beside it. */
function keepFormer(logFile: string): void {
  try {
    renameSync(logFile, `${logFile}.1`);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** The last lines of a log, for display. */
function tail(file: string): string {
  return endOf(file).trimEnd().split('\n').slice(-25).join('\n');
}

/** The end of a log as text: a long one would not fit into a string. */
export function endOf(file: string): string {
  const log = openSync(file, 'r');
  try {
    const { size } = fstatSync(log);
    const end = Buffer.alloc(Math.min(size, END_BYTES));
    return end.toString('utf8', 0, readSync(log, end, 0, end.length, size - end.length));
  } finally {
    closeSync(log);
  }
}

/** Resolves with true if something answers HTTP at the address, whatever it says; rejects otherwise. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  return true;
}

/** Resolves after this many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
