import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/**
 * The local object store as a program of its own (dev/testing/programs.ts), for a test file, because functions may not
 * import `dev/`. Call it before anything reads the environment.
 */
export function startTestObjectStore(): void {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-objects-'));
  let store: ChildProcess;
  beforeAll(async () => {
    const key = randomBytes(16).toString('hex');
    store = spawn(process.execPath, [join(process.env.COUNTERSIGN_PROGRAMS ?? '', 'object-store.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, OBJECT_STORE_PORT: '0', OBJECT_STORE_FOLDER: folder, OBJECT_STORE_KEY: key },
    });
    const said = await new Promise<string>((resolve, reject) => {
      store.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
      store.once('exit', (code) => reject(new Error(`the object store ended with ${code} before it was ready`)));
    });
    const [url] = /http:\S+/.exec(said) ?? [];
    if (!url) throw new Error(`the object store said no address: ${said}`);
    Object.assign(process.env, { OBJECT_STORE_URL: url, OBJECT_STORE_KEY: key });
  });
  afterAll(async () => {
    const ended = once(store, 'exit');
    store.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
}
