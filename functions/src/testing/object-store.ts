import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startProgram, type Program } from './start-program.ts';

/** The local object store as a program of its own, for a test file. Call it before anything reads the environment. */
export function startTestObjectStore(): void {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-objects-'));
  let store: Program;
  beforeAll(async () => {
    const key = randomBytes(16).toString('hex');
    const env = { OBJECT_STORE_PORT: '0', OBJECT_STORE_FOLDER: folder, OBJECT_STORE_KEY: key };
    store = await startProgram('object-store', env);
    const [url] = /http:\S+/.exec(store.said) ?? [];
    if (!url) throw new Error(`the object store said no address: ${store.said}`);
    Object.assign(process.env, { OBJECT_STORE_URL: url, OBJECT_STORE_KEY: key });
  });
  afterAll(async () => {
    await store.end();
    rmSync(folder, { recursive: true, force: true });
  });
}
