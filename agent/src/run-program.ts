import { spawn } from 'node:child_process';

/** A program that ended with anything but 0. */
export class ProgramFailed extends Error {
  override name = 'ProgramFailed';
  constructor(
    readonly program: string,
    readonly exitCode: number | null,
    readonly stderr: string,
  ) {
    super(stderr.trim() || `${program} ended with ${exitCode ?? 'a signal'}`);
  }
}

export interface ProgramOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  input?: string | Buffer;
  signal?: AbortSignal;
  /** Bytes of output kept; more ends the program and is an error. */
  maxOutput?: number;
}

const MAX_OUTPUT = 64 * 1024 * 1024;

/** Runs a program without a shell and resolves with what it printed. Throws ProgramFailed. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions = {}): Promise<Buffer> {
  const { input, maxOutput = MAX_OUTPUT, ...spawnOptions } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...spawnOptions, stdio: ['pipe', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxOutput) chunks.push(chunk);
      else child.kill('SIGKILL');
    });
    child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-8_000)));
    child.stdin.on('error', () => undefined); // it may end before it has read everything
    child.on('error', reject);
    child.on('close', (code) => {
      if (size > maxOutput) reject(new ProgramFailed(program, code, `printed more than ${maxOutput} bytes`));
      else if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new ProgramFailed(program, code, stderr));
    });
    child.stdin.end(input);
  });
}
