import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startGoogle, type Google } from './server.ts';

const root = join(import.meta.dirname, '../..');
export const REGION = 'europe-west1';

export interface Project extends Google {
  id: string;
  /** Runs one of our commands as whoever deploys would; resolves with its exit code and everything it printed. */
  run: (command: 'deploy' | 'doctor' | 'destroy', ...options: string[]) => Promise<{ code: number; output: string }>;
}

/** An empty Google Cloud project on this machine, with a unique name. */
export async function newProject(): Promise<Project> {
  const id = `acme-${randomBytes(4).toString('hex')}`;
  const google = await startGoogle(id);
  return {
    ...google,
    id,
    run: (command, ...options) =>
      runCommand(google.environment, command, ['--project', id, '--region', REGION, ...options]),
    async stop() {
      await google.stop();
      rmSync(join(root, `functions/.env.${id}`), { force: true });
      rmSync(join(root, '.countersign/deploy', id), { force: true, recursive: true });
    },
  };
}

/** Runs one of our commands, without first looking for packages, with nothing of this machine's environment but the programs. */
async function runCommand(environment: Record<string, string>, command: string, options: string[]) {
  const child = spawn(process.execPath, [join(root, 'dev/deploy/main.mjs'), command, ...options], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? -1, output };
}
