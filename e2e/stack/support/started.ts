import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPorts, type Ports } from '../../../dev/stack/ports.ts';

const root = join(import.meta.dirname, '../../..');

export interface Place {
  /** The data folder; its name is in the environment of every process of the stack. */
  folder: string;
  ports: Ports;
}

/** A data folder and free ports for one stack. */
export async function newPlace(): Promise<Place> {
  return { folder: mkdtempSync(join(tmpdir(), 'countersign-stack-')), ports: await testPorts() };
}

export interface Started {
  process: ChildProcess;
  /** What it has printed so far. */
  output: () => string;
  /** Resolves when all of its output has ended, with the exit code; null if the signal itself ended npm. */
  exit: Promise<number | null>;
}

/** The Firebase project of the stack at a place. */
export const projectOf = ({ ports }: Pick<Place, 'ports'>) => `demo-stack-${ports.hosting}`;

/** Runs `npm start` as a person does, in its own process group, as a terminal would. */
export function npmStart({ folder, ports }: Place, args: string[] = [], env: Record<string, string> = {}): Started {
  const child = spawn('npm', ['start', '--silent', '--', ...args], {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      COUNTERSIGN_FOLDER: folder,
      COUNTERSIGN_ENV_FILE: '/dev/null', // not the settings of the person who runs the tests
      COUNTERSIGN_PORTS: JSON.stringify(ports),
      COUNTERSIGN_PROJECT: projectOf({ ports }),
      ...env,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return { process: child, output: () => text, exit };
}

/** Resolves when it has printed a text; throws with what it printed instead if it ends before that. */
export async function untilSaid(started: Started, text: string): Promise<void> {
  let ended = false;
  void started.exit.then(() => (ended = true));
  while (!started.output().includes(text)) {
    if (ended) throw new Error(`npm start ended without saying "${text}":\n${started.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Resolves when the stack is ready for a person. */
export function untilUp(started: Started): Promise<void> {
  return untilSaid(started, 'Sign in');
}

/** What Ctrl-C does in a terminal: SIGINT to everything in the foreground. */
export function pressCtrlC(started: Started): void {
  if (started.process.pid !== undefined) process.kill(-started.process.pid, 'SIGINT');
}

/** What a power failure does: all of it ends at once, with what only memory held. */
export function cutPower({ folder }: Place, { process: { pid } }: Started): void {
  const noted = JSON.parse(readFileSync(join(folder, 'processes.json'), 'utf8')) as { services: { pid: number }[] };
  for (const leader of [...(pid === undefined ? [] : [pid]), ...noted.services.map((service) => service.pid)])
    process.kill(-leader, 'SIGKILL');
}

/** Asks it to end unless it has ended, and waits for that. */
export async function end(started: Started): Promise<void> {
  if (started.process.exitCode === null && started.process.signalCode === null) pressCtrlC(started);
  await started.exit;
}

/** Command lines of the living processes that belong to a data folder, except this one. */
export function processesOf(folder: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    try {
      const belongs =
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder) ||
        readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      return belongs ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });
}
