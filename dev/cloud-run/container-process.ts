import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureOwnFolder } from '../lib/own-folder.ts';
import { identify, processesOf, sendSignal, type ProcessIdentity } from '../lib/processes.ts';
import { lastPart } from './conditions.ts';
import type { EnvVar, TaskTemplate } from './resources.ts';

const supervisor = join(import.meta.dirname, 'supervise.sh');

/** Where an execution's files are that stay; those on its disk go with the container. */
export function executionFiles(folder: string, executionName: string) {
  const id = lastPart(executionName);
  return { log: join(folder, 'logs', `${id}.log`), exit: join(folder, 'exits', id) };
}

/** Where the disk of this name is. */
export function diskFolder(folder: string, disk: string): string {
  return join(scratchFolder(folder), disk);
}

/**
 * Outside this checkout, so that a container finds neither its git repository nor its packages by looking upwards, and
 * an agent's own user can enter it.
 */
function scratchFolder(folder: string): string {
  return join(tmpdir(), `countersign-run-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`);
}

/**
 * Makes that folder. Its name is no secret and its parent is shared: another user could create it first, or read in it.
 * An agent's own user has to pass through, but may not list it. Throws if it belongs to somebody else.
 */
export function ensureScratchFolder(folder: string, environment: Record<string, string>): void {
  ensureOwnFolder(scratchFolder(folder), passageMode(environment));
}

/** Only root can run agents as a user of their own. */
function passageMode(environment: Record<string, string>): number {
  return environment.AGENT_USER && process.getuid?.() === 0 ? 0o711 : 0o700;
}

export interface Launch {
  folder: string;
  /** The name of its disk, which is not there yet. */
  disk: string;
  executionName: string;
  jobName: string;
  template: TaskTemplate;
  /** The command of the image, whatever the template says. */
  imageCommand: string[];
  /** Added to every execution's environment by this server's own configuration. */
  environment: Record<string, string>;
  onExit: () => void;
}

/** Starts an execution as a process group of its own that shares nothing with this server but PATH. Throws on a full disk. */
export function launch(options: Launch): ProcessIdentity | undefined {
  const files = executionFiles(options.folder, options.executionName);
  const disk = diskFolder(options.folder, options.disk);
  for (const folder of [join(files.log, '..'), join(files.exit, '..')]) mkdirSync(folder, { recursive: true });
  ensureScratchFolder(options.folder, options.environment);
  const mode = passageMode(options.environment);
  for (const folder of [disk, join(disk, 'home'), join(disk, 'tmp')]) mkdirSync(folder, { mode });
  const log = openSync(files.log, 'a');
  try {
    const child = spawn('/bin/sh', [supervisor, files.exit, ...commandOf(options)], {
      cwd: join(disk, 'home'),
      env: environmentOf(options, disk),
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.on('error', options.onExit);
    child.on('exit', options.onExit);
    child.unref();
    return child.pid === undefined ? undefined : identify(child.pid);
  } finally {
    closeSync(log);
  }
}

function commandOf({ template, imageCommand }: Launch): string[] {
  const [container] = template.containers;
  return [...imageCommand, ...(container?.args ?? [])];
}

function environmentOf({ template, environment, executionName, jobName }: Launch, disk: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: join(disk, 'home'),
    TMPDIR: join(disk, 'tmp'),
    ...environment,
    ...Object.fromEntries((template.containers[0]?.env ?? []).map((entry: EnvVar) => [entry.name, entry.value ?? ''])),
    CLOUD_RUN_JOB: lastPart(jobName),
    CLOUD_RUN_EXECUTION: lastPart(executionName),
    CLOUD_RUN_TASK_INDEX: '0',
    CLOUD_RUN_TASK_COUNT: '1',
    CLOUD_RUN_TASK_ATTEMPT: '0',
  };
}

/** The shell's status of an ended execution: above 128, 128 plus a signal's number; undefined if none was written. */
export function readExitStatus(folder: string, executionName: string): number | undefined {
  try {
    const status = Number(readFileSync(executionFiles(folder, executionName).exit, 'utf8'));
    return Number.isInteger(status) ? status : undefined;
  } catch {
    return undefined;
  }
}

/** Asks an execution's main process to end, as Cloud Run does before it removes the container. */
export function requestEnd(identity: ProcessIdentity): void {
  sendSignal(identity.pid, 'SIGTERM');
}

/**
 * Removes the container: every process it left, wherever it hides, and its disk. It has ended all the same if something of
 * its disk is left; that is only said.
 */
export function removeContainer(folder: string, disk: string, identity: ProcessIdentity | undefined): void {
  const scratch = diskFolder(folder, disk);
  if (identity) sendSignal(-identity.pid, 'SIGKILL');
  for (const pid of processesOf(scratch)) sendSignal(pid, 'SIGKILL');
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // Folders may have become read-only, as caches of packages are. Links are not followed.
    spawnSync('chmod', ['-R', 'u+rwX', scratch], { stdio: 'ignore' });
    // They may lie deeper than the system takes a path, too. This program goes down step by step; `node:fs` does not.
    const { status, stderr } = spawnSync('rm', ['-rf', '--', scratch], { encoding: 'utf8' });
    if (status !== 0) console.error(`${scratch} cannot be removed: ${String(stderr).split('\n', 1)[0]}`);
  }
}
