import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Program {
  /** What it printed first: by then it is ready. */
  said: string;
  /** Resolves when it has ended; also where it has ended already. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** The file of a program of the local stack (dev/testing/programs.ts); functions may not import `dev/`. */
export const programFile = (name: string): string => join(process.env.COUNTERSIGN_PROGRAMS ?? '', `${name}.mjs`);

/** Starts such a program, with this environment alone. */
export async function startProgram(name: string, env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, [programFile(name)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  });
  const ended = once(child, 'exit');
  const [said] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`${name} ended with ${code} before it was ready`))),
  ])) as [Buffer];
  child.stdout.resume();
  return {
    said: said.toString(),
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}
