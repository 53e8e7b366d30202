import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { AgentCommand, AgentDefinition } from '../agents/agent-spec.ts';
import { createMarker, killMarked, type Marker } from '../isolation/kill-marked.ts';
import { unlessAborted } from '../lib/lifetime.ts';
import type { Log } from '../server/log.ts';
import type { Redactor } from '../server/redact.ts';
import type { AgentUser } from '../workspace/agent-user.ts';
import type { Folders } from '../workspace/folders.ts';
import { boundedMessages, createOutputLimit, logErrors } from './agent-output.ts';
import { placeSettings } from './place-settings.ts';

/** A running agent: its two ends of the protocol's pipe, and how it ends. */
export interface AgentProcess {
  stdin: WritableStream<Uint8Array>;
  stdout: ReadableStream<Uint8Array>;
  /** Resolves with a description of how it ended. */
  exited: Promise<string>;
  /** Ends it and everything it started; resolves when none of it is left. */
  stop(): Promise<void>;
}

/** How long an agent may take to end when asked to. */
const GRACE_MS = 1_500;
/**
 * How long to wait for the pipes after an agent's end: another process may hold them open, or nothing may read them.
 */
const PIPES_MS = 1_000;
/** How long to wait for an agent to end; one that is still there is left behind. */
const STOP_LIMIT_MS = 5_000;

/** What an agent is started with. */
export interface StartOptions {
  command: AgentCommand;
  settingsInHome: AgentDefinition['settingsInHome'];
  cleanKept: AgentDefinition['cleanKept'];
  emptyErrors?: AgentDefinition['emptyErrors'];
  /** Whether a session of it is to go on. */
  goesOn: boolean;
  folders: Folders;
  path: string;
  user: AgentUser | null;
  log: Log;
  redact: Redactor;
  outputLimitBytes: number;
  /** Called with a sentence for the person when the agent writes too much. Nothing more is read from it. */
  onTooMuch(message: string): void;
  /** Resolves when there is room for more output. */
  room(): Promise<void>;
}

/** Starts an agent in a process group of its own, with nothing of the runner's environment but PATH. */
export async function startAgent(options: StartOptions): Promise<AgentProcess> {
  const { command, folders, path, user, log, redact, emptyErrors } = options;
  await placeSettings(options);
  const marker = createMarker();
  const child = spawn(command.file, command.args, {
    cwd: folders.workspace,
    env: {
      PATH: path,
      HOME: folders.home,
      TMPDIR: folders.scratch,
      LANG: 'C.UTF-8',
      ...command.env,
      ...marker,
    },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  });
  const limit = createOutputLimit(options.outputLimitBytes, options.onTooMuch);
  const words = logErrors(child.stderr, { limit, log, redact, emptyErrors });
  child.stdin.on('error', () => undefined); // the agent may end while it is being written to
  const exited = endOf(child, words.last);
  return {
    stdin: Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    stdout: Readable.toWeb(boundedMessages(child.stdout, limit, options.room)) as ReadableStream<Uint8Array>,
    exited,
    stop: () => stopWhole(child, exited, marker, user),
  };
}

/** An agent has ended when its own process has, whatever it left running; its last words are awaited briefly. */
function endOf(child: ChildProcess, lastWords: () => string): Promise<string> {
  return new Promise((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      const words = lastWords();
      resolve(words === '' ? how : `${how}: ${words}`);
    };
    child.on('error', (error) => resolve(`could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      signalGroup(child, 'SIGKILL');
      const timer = setTimeout(() => end(code, signal), PIPES_MS);
      child.on('close', () => {
        clearTimeout(timer);
        end(code, signal);
      });
    });
  });
}

async function stopWhole(
  child: ChildProcess,
  exited: Promise<string>,
  marker: Marker,
  user: AgentUser | null,
): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
  // A process that survives SIGKILL must not hold up the runner: the end of the container ends it.
  const limit = AbortSignal.timeout(STOP_LIMIT_MS);
  if (isRunning(child)) await unlessAborted(once(child, 'exit'), limit).catch(() => undefined);
  // A daemon leaves the group; it is found by its environment or its user.
  await killMarked(marker, user);
  await unlessAborted(exited, limit).catch(() => undefined);
  clearTimeout(timer);
  // The pipes are no longer read: data left in them, or a survivor that holds them open, does not matter.
  for (const pipe of child.stdio) pipe?.destroy();
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // the group is gone already
  }
}
