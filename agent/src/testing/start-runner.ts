import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface StartedRunner {
  process: ChildProcess;
  folder: string;
  /** Resolves with the exit code, or the signal's name. */
  exited: Promise<number | string>;
  /** What it has printed so far. */
  output(): string;
}

const main = join(import.meta.dirname, '../../dist/main.js');
const folders = new Set<string>();

export interface RunnerOptions {
  folder?: string | undefined;
  /** The Node that runs it. */
  node?: string | undefined;
  args?: string[];
  cwd?: string;
}

/** Starts the bundled runner like an execution of a container: a scratch folder, and nothing of this environment. */
export function startRunner(
  apiUrl: string,
  env: Record<string, string> = {},
  { folder = makeFolder(), node = process.execPath, args = [main], cwd = folder }: RunnerOptions = {},
): StartedRunner {
  const child = spawn(node, args, {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      AGENT_API_URL: apiUrl,
      START_CODE: 'start-code-of-the-test',
      CONTAINER_ID: 'container',
      EXECUTION_EPOCH: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | string>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  );
  return { process: child, folder, exited, output: () => output };
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-agent-'));
  folders.add(folder);
  return folder;
}

/** For afterAll, or for one folder that is no longer needed; what still runs in it is ended first. */
export function removeTestFolders(only?: string): void {
  for (const folder of only === undefined ? folders : [only]) {
    removeFolder(folder);
    folders.delete(folder);
  }
}

/** As between two executions of a container: the same path, without the content of the first. */
export function emptyTestFolder(folder: string): void {
  removeFolder(folder);
  mkdirSync(folder);
}

function removeFolder(folder: string): void {
  for (let attempt = 1; ; attempt += 1) {
    // What was just being started when its parent was killed is found the next time.
    killAllIn(folder);
    try {
      return rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/**
 * A container's end ends all its processes: agents outlive a runner that was killed, and write to their folder. Where
 * there is no /proc (macOS) they are not found, and end by themselves.
 */
function killAllIn(folder: string): void {
  if (!existsSync('/proc')) return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // it has ended in the meantime
    }
  }
}
