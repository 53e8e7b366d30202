import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Listening } from '../lib/listen.ts';
import { startObjectStore } from '../object-store/server.ts';
import { bucketObjects, localObjects } from './objects.ts';
import type { Call } from './platform.ts';
import { Refusal } from './tries.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-stored-'));
const file = join(folder, 'file');
let store: Listening;
let asked: string[] = [];

beforeAll(async () => {
  writeFileSync(file, 'bytes');
  store = await startObjectStore(0, { folder: join(folder, 'store'), key: 'a key of the tests' });
  vi.stubEnv('OBJECT_STORE_URL', `http://127.0.0.1:${store.port}`);
  vi.stubEnv('OBJECT_STORE_KEY', 'a key of the tests');
});
beforeEach(() => (asked = []));
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Sends with `send`, and notes the method used. */
const calling =
  (send: (request: Request) => Promise<Response>): Call =>
  async (make, read, alsoFine = []) => {
    const request = make();
    asked.push(request.method);
    const response = await send(request);
    if (!response.ok && !alsoFine.includes(response.status)) throw new Refusal(request.url, response, '');
    return read(response);
  };

/** A Cloud Storage bucket with objects of these sizes. */
const bucket = (sizes: Record<string, number>, lifecycle?: unknown) =>
  bucketObjects(
    calling(({ method, url }) => {
      const name = decodeURIComponent(new URL(url).pathname.split('/o/')[1] ?? '');
      if (method === 'POST') return Promise.resolve(Response.json({}));
      if (name === '') return Promise.resolve(Response.json({ lifecycle }));
      const size = sizes[name];
      return Promise.resolve(
        size === undefined ? new Response('', { status: 404 }) : Response.json({ size: `${size}` }),
      );
    }),
    'checkpoints',
  );

test('what an earlier try has sent is not sent again, to a bucket and to the local store', async () => {
  const local = localObjects(calling((request) => fetch(request)));
  await local.store('task/1', 5, file);
  await local.store('task/1', 5, file);
  expect(asked).toEqual(['HEAD', 'PUT', 'HEAD']);
  asked = [];
  await bucket({}).store('task/1', 5, file);
  await bucket({ 'task/1': 5 }).store('task/1', 5, file);
  expect(asked).toEqual(['GET', 'POST', 'GET']);
});

test('another object of that name is an error', async () => {
  await expect(bucket({ 'task/1': 4 }).store('task/1', 5, file)).rejects.toThrow('4 bytes instead of 5');
  expect(asked).toEqual(['GET']);
});

test('for how long a bucket keeps objects is what its own rules say', async () => {
  const rule = (type: string, condition: object) => ({ action: { type }, condition });
  const rules = [rule('Delete', { age: 900 }), rule('Delete', { age: 1, matchesPrefix: ['logs/'] })];
  expect(await bucket({}, { rule: [...rules, rule('AbortIncompleteMultipartUpload', { age: 1 })] }).check()).toBe(900);
  expect(await bucket({}).check()).toBe(Infinity);
});
