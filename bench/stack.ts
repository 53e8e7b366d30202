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
};

export const stack = {
  url: process.env.COUNTERSIGN_URL ?? `http://127.0.0.1:${PORTS.hosting}`,
  projectId: process.env.COUNTERSIGN_PROJECT ?? 'demo-bench',
  authHost: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? `127.0.0.1:${PORTS.auth}`,
  firestoreHost: process.env.FIRESTORE_EMULATOR_HOST ?? `127.0.0.1:${PORTS.firestore}`,
  chromium: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
};

/**
 * Starts a stack of its own, as `npm start` would, without the limits that a measurement would run into. With
 * COUNTERSIGN_URL set that stack is measured instead. Gives the way to end it.
 */
export async function startStack(): Promise<() => Promise<void>> {
  if (process.env.COUNTERSIGN_URL) return async () => undefined;
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../dev/start.ts')], {
    env: {
      ...process.env,
      COUNTERSIGN_PORTS: JSON.stringify(PORTS),
      COUNTERSIGN_FOLDER: folder,
      COUNTERSIGN_PROJECT: stack.projectId,
      RATE_LIMIT_USER: '1000000',
      RATE_LIMIT_ADDRESS: '1000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    untilLine(child.stdout, 'Sign in'),
    ended.then(() => Promise.reject(new Error('The stack ended before it was ready.'))),
  ]);
  return async () => {
    child.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

async function untilLine(stream: NodeJS.ReadableStream, words: string): Promise<void> {
  for await (const line of createInterface({ input: stream })) {
    if (line.includes(words)) return void stream.resume();
  }
  await new Promise(() => undefined); // it has ended, which is told elsewhere
}
