import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildProgram } from './built-program.ts';

export interface ApiProcess {
  url: string;
  agentUrl: string;
  stop(): Promise<void>;
}

/** With more room for new objects, a quarter less time goes into garbage collection (vitest.config.ts does the same). */
export const QUICK = ['--max-semi-space-size=64'];

/** Starts another instance of both APIs, with this process's environment and `settings`. */
export async function spawnApi(settings: Record<string, string> = {}): Promise<ApiProcess> {
  const child = spawn(process.execPath, [...QUICK, apiProgram()], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('an API process ended before it was ready'))),
  ])) as [Buffer];
  const addresses = JSON.parse(line.toString()) as { url: string; agentUrl: string };
  return {
    ...addresses,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

let built: string | undefined;

/** The file of the program: the one that API_PROGRAM names, if the process that started this one has built it already. */
export const apiProgram = (): string =>
  (built ??= process.env.API_PROGRAM ?? buildProgram('src/testing/api-process.ts'));
