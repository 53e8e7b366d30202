import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Ports beside those of `npm start` and `npm test`, so that a measurement disturbs neither. */
const PORTS = {
  hosting: 5700,
  functions: 5701,
  firestore: 8780,
  auth: 9799,
  cloudRun: 8793,
  gitHost: 8794,
  objects: 8795,
  push: 5702,
};

export const stack = {
  url: process.env.COUNTERSIGN_URL ?? `http://127.0.0.1:${PORTS.hosting}`,
  projectId: process.env.COUNTERSIGN_PROJECT ?? 'demo-bench',
  authHost: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? `127.0.0.1:${PORTS.auth}`,
  firestoreHost: process.env.FIRESTORE_EMULATOR_HOST ?? `127.0.0.1:${PORTS.firestore}`,
  gitUrl: process.env.COUNTERSIGN_GIT_URL ?? `http://127.0.0.1:${PORTS.gitHost}`,
  pushUrl: process.env.COUNTERSIGN_PUSH_URL ?? `http://127.0.0.1:${PORTS.push}`,
  chromium: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
};

export interface RunningStack {
  /** Where it keeps its data and logs; empty if it was not started here. */
  folder: string;
  /** Rejects when the stack ends by itself, with its last output. */
  failed: Promise<never>;
  /** Ends it at once, with all it started; its data is useless afterwards. */
  stop: () => Promise<void>;
}

/** How many lines of its output are reported when it ends by itself. */
const LAST_WORDS = 20;

/**
 * Starts an empty stack, as `npm start` would, without the limits that a measurement would run into. With
 * COUNTERSIGN_URL set, that stack is measured instead. `more`: settings to start it with. Throws, with its last words,
 * if it does not come up.
 */
export async function startStack(more: Record<string, string> = {}): Promise<RunningStack> {
  if (process.env.COUNTERSIGN_URL)
    return { folder: '', failed: new Promise(() => undefined), stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  // Set by users of the Admin SDK here, it would name an emulator that no longer exists.
  const { FIRESTORE_EMULATOR_HOST: _ours, ...environment } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../dev/start.ts')], {
    env: {
      ...environment,
      COUNTERSIGN_PORTS: JSON.stringify(PORTS),
      COUNTERSIGN_FOLDER: folder,
      COUNTERSIGN_PROJECT: stack.projectId,
      RATE_LIMIT_USER: '1000000',
      RATE_LIMIT_PUSH: '1000000',
      RATE_LIMIT_ADDRESS: '1000000',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own process group, so that Ctrl-C reaches it once, from us.
    detached: true,
  });
  const ended = once(child, 'exit');
  const words: string[] = [];
  const isUp = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        words.push(line);
        if (line.includes('Sign in')) resolve();
      });
    }
  });
  const failed = ended.then(() =>
    Promise.reject(new Error(`The stack ended by itself. Its last words:\n${words.slice(-LAST_WORDS).join('\n')}`)),
  );
  failed.catch(() => undefined);
  const stop = async () => {
    child.kill('SIGQUIT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  await Promise.race([isUp, failed]);
  return { folder, failed, stop };
}
