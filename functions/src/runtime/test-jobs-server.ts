import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RuntimeSettings } from './settings.ts';

const root = join(import.meta.dirname, '../../..');
export const TEST_IMAGE = 'local/shell';

export interface TestJobsServer {
  settings: RuntimeSettings;
  /** Kills the server; its executions go on, as in a platform outage. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  restart(): Promise<void>;
  /** Ends every execution and the server. */
  stop(): Promise<void>;
  /** What an execution printed. */
  logOf(execution: string): string;
}

/** Starts the local jobs server as a program of its own: functions may not import `dev/`. `script` is what `latest` runs, after `startMs`. */
export async function startTestJobsServer(script: string, startMs = 300): Promise<TestJobsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-jobs-'));
  const port = await freePort();
  let server = await launch(folder, port, script, startMs);
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      location: 'projects/local/locations/us-central1',
      image: TEST_IMAGE,
    },
    kill: () => end(server, 'SIGKILL'),
    restart: async () => {
      server = await launch(folder, port, script, startMs);
    },
    stop: async () => {
      await end(server, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
    logOf: (execution) => readFileSync(join(folder, 'logs', `${execution.split('/executions/')[1]}.log`), 'utf8'),
  };
}

async function launch(folder: string, port: number, script: string, startMs: number): Promise<ChildProcess> {
  const command = ['/bin/sh', '-c', script];
  const server = spawn(process.execPath, ['--import', 'tsx', join(root, 'dev/cloud-run/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      CLOUD_RUN_PORT: String(port),
      CLOUD_RUN_FOLDER: folder,
      CLOUD_RUN_IMAGES: JSON.stringify({ [`${TEST_IMAGE}:latest`]: command, [`${TEST_IMAGE}:V2.0`]: command }),
      CLOUD_RUN_START_MS: String(startMs),
      CLOUD_RUN_GRACE_MS: '500',
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout.once('data', () => resolve());
    server.once('exit', (code) => reject(new Error(`the jobs server ended with ${code} before it was ready`)));
  });
  return server;
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port was given');
  return address.port;
}
