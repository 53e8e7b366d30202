import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { unlessAborted } from '../lib/lifetime.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { AgentUser } from '../workspace/agent-user.ts';
import type { Folders } from '../workspace/folders.ts';
import { isolate, type Isolation } from './isolate.ts';
import { createMarker, killMarked } from './kill-marked.ts';

/** A shell command, run where and as an agent would run it. */
export interface AgentShell {
  command: string;
  /** In the workspace. */
  folder: string;
  /** Its whole environment beside PATH, HOME, TMPDIR and the marker of its run. */
  env: Record<string, string>;
  folders: Folders;
  path: string;
  user: AgentUser | null;
  isolation: Isolation | null;
  log: Log;
  redact: Redactor;
  /** Aborted to end it with everything it started. */
  signal: AbortSignal;
}

/** How the command ended. */
export interface ShellResult {
  exitCode: number | null;
  /** The end of what it printed; without secrets where it is cut, as what is left of one would not be known as such. */
  output: string;
}

/** How many characters of output are kept. */
const OUTPUT_KEPT = 20_000;
/** How long to wait for the pipes after its end: a process that could not be ended may hold them open. */
const PIPES_MS = 1_000;
/** Passed as variables: paths on the command line would be opened by the isolation. */
const SCRIPT = 'cd -- "$SETUP_FOLDER" && exec /bin/sh -c "$SETUP_COMMAND"';

/**
 * Runs it as the agent's user, isolated as agents are, with nothing of the runner's environment. Resolves when it has
 * ended; whatever it left in the background is ended with it. Rejects with the signal's reason.
 */
export async function runAsAgent({ command, folder, env, ...place }: AgentShell): Promise<ShellResult> {
  const { folders, path, user, isolation, log, redact, signal } = place;
  signal.throwIfAborted();
  const own = { SETUP_FOLDER: folder, SETUP_COMMAND: command };
  const shell = { file: '/bin/sh', args: ['-c', SCRIPT], env: { ...env, ...own } };
  const isolated =
    isolation === null ? null : await isolate(shell, { folders, path, modelUrl: null, user, log }, isolation);
  const started = isolated ?? shell;
  const marker = createMarker();
  try {
    signal.throwIfAborted();
    const child = spawn(started.file, started.args, {
      cwd: folders.workspace,
      env: { PATH: path, HOME: folders.home, TMPDIR: folders.scratch, LANG: 'C.UTF-8', ...started.env, ...marker },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    });
    return await resultOf(child, { endRest: () => killMarked(marker, user), redact, signal });
  } finally {
    isolated?.close();
  }
}

/** It has ended when its own process has, whatever it left: a daemon leaves its group, and may keep the pipes open. */
async function resultOf(
  child: ChildProcessByStdio<null, Readable, Readable>,
  { endRest, redact, signal }: Pick<AgentShell, 'redact' | 'signal'> & { endRest: () => Promise<void> },
): Promise<ShellResult> {
  let output = '';
  const keep = (text: string) => {
    output += text;
    if (output.length > OUTPUT_KEPT) output = redact.inValue(output).slice(-OUTPUT_KEPT);
  };
  const rests = [child.stdout, child.stderr].map((pipe) => keepFrom(pipe, keep, redact));
  const end = () => endGroup(child.pid);
  signal.addEventListener('abort', end, { once: true });
  const closed = once(child, 'close');
  closed.catch(() => undefined);
  try {
    await once(child, 'exit');
    end();
    await endRest();
    await unlessAborted(closed, AbortSignal.timeout(PIPES_MS)).catch(() => undefined);
    signal.throwIfAborted();
    for (const rest of rests) rest();
    return { exitCode: child.exitCode, output };
  } finally {
    signal.removeEventListener('abort', end);
    for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
  }
}

/**
 * Passes on what a pipe brings, but for an end that may be the beginning of a secret: what the other pipe brings meanwhile
 * would come between its parts. Call the returned function for that end when nothing more comes.
 */
function keepFrom(pipe: Readable, keep: (text: string) => void, redact: Redactor): () => void {
  let open = '';
  const pass = (length: number) => {
    keep(open.slice(0, length));
    open = open.slice(length);
  };
  // It keeps the beginning of a character until the rest of it has come, or a secret with one would not be known.
  pipe.setEncoding('utf8').on('data', (text: string) => {
    open += text;
    pass(open.length > OUTPUT_KEPT ? open.length : redact.settled(open).length);
  });
  return () => pass(open.length);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // the group is gone already
  }
}
