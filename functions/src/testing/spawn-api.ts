import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';

export interface ApiProcess {
  url: string;
  agentUrl: string;
  stop(): Promise<void>;
}

/** Starts another instance of both APIs, with this process's environment and `settings`. */
export async function spawnApi(settings: Record<string, string> = {}): Promise<ApiProcess> {
  const child = spawn(process.execPath, [program()], {
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

/** The program as one file, which starts in less than half of the processor time; beside the packages of functions. */
function program(): string {
  if (built !== undefined) return built;
  const root = join(import.meta.dirname, '../..');
  const file = join(root, 'node_modules/.countersign/api-process.mjs');
  const own = `${file}.${process.pid}`;
  execFileSync(process.execPath, [join(root, 'build.mjs'), './src/testing/api-process.ts', own]);
  // All or nothing: another worker may be starting it at this moment.
  for (const suffix of ['.map', '']) renameSync(own + suffix, file + suffix);
  return (built = file);
}
