import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ApiProcess {
  url: string;
  agentUrl: string;
  stop(): Promise<void>;
}

/** Starts another instance of both APIs, with this process's environment and what is added to it. */
export async function spawnApi(settings: Record<string, string> = {}): Promise<ApiProcess> {
  const script = fileURLToPath(new URL('api-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
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
