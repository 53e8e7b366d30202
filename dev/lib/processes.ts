import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process, distinguishable from a later one with the same number: process numbers are reused. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

/** Identifies a living process; undefined when there is none (a zombie counts as none). */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = startTime(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** True while exactly this process lives. */
export function isAlive(identity: ProcessIdentity): boolean {
  return startTime(identity.pid) === identity.startedAt;
}

function startTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return startTimeFromPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name is in brackets and may contain spaces: count fields from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    // In one language and time zone, whoever asks: otherwise a process seems to be another one elsewhere.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

/** Sends a signal to a process, or with a negative number to its whole group; false when there is none. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Numbers of the processes whose environment names `folder`, or whose working folder is in it. Finds processes that
 * left their group on purpose. Linux only; elsewhere the list is empty.
 */
export function processesOf(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && identify(pid) !== undefined && belongsTo(pid, folder));
}

function belongsTo(pid: number, folder: string): boolean {
  try {
    const workingFolder = readlinkSync(`/proc/${pid}/cwd`);
    if (workingFolder === folder || workingFolder.startsWith(`${folder}/`)) return true;
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}
