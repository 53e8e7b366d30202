import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';

/** A program that ended with an exit code other than 0. */
export class ProgramFailed extends Error {
  override name = 'ProgramFailed';
  constructor(
    readonly program: string,
    readonly exitCode: number | null,
    readonly stderr: string,
    /** The signal that ended it; null where it ended by itself, or printed too much. */
    readonly signal: NodeJS.Signals | null = null,
  ) {
    super(stderr.trim() || `${program} ended with ${exitCode ?? signal}`);
  }
}

/** A program that was ended because it printed too much. */
export class PrintedTooMuch extends ProgramFailed {
  override name = 'PrintedTooMuch';
}

/** A program that was ended because it took too long. */
export class TookTooLong extends ProgramFailed {
  override name = 'TookTooLong';
}

/** How a program is run: spawn's options, its input, and how much it may print. */
export interface ProgramOptions {
  /** What errors call it, where another program starts it. */
  name?: string;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  input?: string | Buffer;
  /** What the program reads instead of `input`; the program itself need not be allowed to open it. */
  inputFile?: string;
  signal?: AbortSignal;
  /** Most bytes of output; more ends the program and is an error. */
  maxOutput?: number;
  /** After this many milliseconds it is ended, which is an error. */
  limitMs?: number | undefined;
}

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

const MAX_OUTPUT = 64 * 1024 * 1024;

/** Runs a program without a shell and resolves with what it printed. Throws ProgramFailed. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { inputFile, ...options }: ProgramOptions = {},
): Promise<Buffer> {
  if (inputFile === undefined) return run(program, args, options, 'pipe');
  const file = await open(inputFile);
  try {
    return await run(program, args, options, file.fd);
  } finally {
    await file.close();
  }
}

function run(
  program: string,
  args: readonly string[],
  { name = program, input, maxOutput = MAX_OUTPUT, limitMs, ...spawnOptions }: ProgramOptions,
  stdin: 'pipe' | number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...spawnOptions, stdio: [stdin, 'pipe', 'pipe'] }) as Child;
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxOutput) chunks.push(chunk);
      else child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-8_000)));
    child.stdin?.on('error', () => undefined); // it may end before it has read everything
    const late = () => {
      child.kill('SIGKILL');
      reject(new TookTooLong(name, null, `took longer than ${Math.round(limitMs ?? 0) / 1000} s`));
    };
    const limit = limitMs === undefined ? undefined : setTimeout(late, limitMs);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      if (size > maxOutput) reject(new PrintedTooMuch(name, code, `printed more than ${maxOutput} bytes`));
      else if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new ProgramFailed(name, code, stderr, signal));
    });
    child.stdin?.end(input);
  });
}
