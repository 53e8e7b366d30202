import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, type Program } from '../testing/start-program.ts';
import type { RuntimeSettings } from './settings.ts';

export const TEST_IMAGE = 'local/shell';
/** The credential that the server requires. */
export const TEST_TOKEN = 'a token of the tests';
/** Its tags: the default, a project's own, and the one that kept stores were made with (dev/record-store). */
const TAGS = ['latest', 'V2.0', 'by-hand'];

export interface TestJobsServer {
  settings: RuntimeSettings;
  /** Kills the server; its executions go on, as in a platform outage. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  restart(): Promise<void>;
  /** Ends every execution and the server. */
  stop(): Promise<void>;
  /** The server's reply about a name, as a reader with its token gets it. Throws where it refuses. */
  told(name: string): Promise<string>;
  /** What an execution printed. */
  logOf(execution: string): string;
}

/** Starts the local jobs server as a program of its own. `script` is what `latest` runs, after `startMs`. */
export async function startTestJobsServer(script: string, startMs = 300): Promise<TestJobsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-jobs-'));
  let { server, port } = await launch(folder, 0, script, startMs);
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      token: TEST_TOKEN,
      location: 'projects/local/locations/us-central1',
      image: TEST_IMAGE,
      cpu: '2',
      memory: '4Gi',
    },
    kill: () => server.end('SIGKILL'),
    restart: async () => {
      ({ server, port } = await launch(folder, port, script, startMs));
    },
    stop: async () => {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
    told: async (name) => {
      const headers = { Authorization: `Bearer ${TEST_TOKEN}` };
      const reply = await fetch(`http://127.0.0.1:${port}/v2/${name}`, { headers });
      if (!reply.ok) throw new Error(`the jobs server answered ${reply.status} about ${name}`);
      return reply.text();
    },
    logOf: (execution) => readFileSync(join(folder, 'logs', `${execution.split('/executions/')[1]}.log`), 'utf8'),
  };
}

async function launch(
  folder: string,
  port: number,
  script: string,
  startMs: number,
): Promise<{ server: Program; port: number }> {
  const command = ['/bin/sh', '-c', script];
  const server = await startProgram('cloud-run', {
    CLOUD_RUN_PORT: String(port),
    CLOUD_RUN_FOLDER: folder,
    CLOUD_RUN_TOKEN: TEST_TOKEN,
    CLOUD_RUN_IMAGES: JSON.stringify(Object.fromEntries(TAGS.map((tag) => [`${TEST_IMAGE}:${tag}`, command]))),
    CLOUD_RUN_START_MS: String(startMs),
    CLOUD_RUN_GRACE_MS: '5000', // enough for a busy machine to end what ends when it is asked to
  });
  return { server, port: Number(/:(\d+)\s*$/.exec(server.said)?.[1]) };
}
