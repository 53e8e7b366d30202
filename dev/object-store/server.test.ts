import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Listening } from '../lib/listen.ts';
import { startObjectStore } from './server.ts';
import { signUrl, type Grant, type ObjectMethod } from './signed-url.ts';

const KEY = 'a key of the tests';
const folder = mkdtempSync(join(tmpdir(), 'countersign-objects-'));
let store: Listening;

beforeAll(async () => {
  store = await startObjectStore(0, { folder, key: KEY });
});
afterAll(() => store.close());

const soon = () => Math.floor(Date.now() / 1000) + 60;

function url(method: ObjectMethod, name: string, grant: Partial<Grant> = {}, key = KEY): string {
  return signUrl(`http://127.0.0.1:${store.port}`, key, { method, name, expires: soon(), maxBytes: 100, ...grant });
}

async function put(name: string, body: string, grant: Partial<Grant> = {}): Promise<number> {
  return (await fetch(url('PUT', name, grant), { method: 'PUT', body, headers: headersFor(grant.maxBytes) })).status;
}

const headersFor = (maxBytes = 100) => ({
  'x-goog-content-length-range': `0,${maxBytes}`,
  'x-goog-if-generation-match': '0',
});

test('an object is written, read, measured and deleted', async () => {
  expect(await put('task/1.pack', 'bytes')).toBe(201);
  const read = await fetch(url('GET', 'task/1.pack'));
  expect(await read.text()).toBe('bytes');
  const head = await fetch(url('GET', 'task/1.pack'), { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe('5');
  expect((await fetch(url('DELETE', 'task/1.pack'), { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(url('GET', 'task/1.pack'))).status).toBe(404);
});

test('an object never changes: whoever comes second gets 412', async () => {
  expect(await put('fixed', 'one')).toBe(201);
  expect(await put('fixed', 'one')).toBe(412);
  expect(await put('fixed', 'two')).toBe(412);
  expect(await (await fetch(url('GET', 'fixed'))).text()).toBe('one');
});

test('of simultaneous uploads of one name exactly one wins', async () => {
  const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => put('race', `body ${index}`)));
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 412)).toHaveLength(9);
});

test('more bytes than were granted are refused and leave nothing', async () => {
  expect(await put('large', 'x'.repeat(11), { maxBytes: 10 })).toBe(413);
  expect((await fetch(url('GET', 'large'))).status).toBe(404);
});

test('an upload without the headers that belong to its address is refused', async () => {
  const [range, match] = ['x-goog-content-length-range', 'x-goog-if-generation-match'];
  const wanted = headersFor();
  for (const headers of [{}, { ...wanted, [range]: '0,101' }, { ...wanted, [match]: '1' }, { [range]: '0,100' }]) {
    const { status } = await fetch(url('PUT', 'bare'), { method: 'PUT', body: 'text', headers });
    expect(status, JSON.stringify(headers)).toBe(403);
  }
  expect((await fetch(url('GET', 'bare'))).status).toBe(404);
});

test('an address serves its method, name, time and size alone', async () => {
  await put('guarded', 'text');
  const get = url('GET', 'guarded');
  const refused = [
    fetch(get, { method: 'DELETE' }),
    fetch(get.replace('guarded', 'other')),
    fetch(get.replace(/expires=\d+/, `expires=${soon() + 1000}`)),
    fetch(get.replace('max=100', 'max=1000')),
    fetch(get.replace(/signature=.*/, '')),
    fetch(url('GET', 'guarded', { expires: soon() - 120 })),
    fetch(url('GET', 'guarded', {}, 'another key')),
    fetch(`http://127.0.0.1:${store.port}/`),
  ];
  expect((await Promise.all(refused)).map((answer) => answer.status)).toEqual(refused.map(() => 403));
});

test('names that lead elsewhere cannot be signed', () => {
  for (const name of ['../x', 'a/../b', '/a', 'a//b', '', '.hidden', 'a b']) {
    expect(() => url('GET', name), name).toThrow('not an object name');
  }
});

test('what the file system refuses is told, and the store goes on', async () => {
  // A folder in place of a file, a file in place of a folder, and a name too long for any file.
  mkdirSync(join(folder, 'odd.object'));
  writeFileSync(join(folder, 'file'), '');
  expect((await fetch(url('GET', 'odd'))).status).toBe(500);
  expect(await put('file/within', 'x')).toBe(500);
  expect((await fetch(url('DELETE', 'n'.repeat(300)), { method: 'DELETE' })).status).toBe(404);
  expect(await put('n'.repeat(300), 'x')).toBe(500);
  rmSync(folder, { recursive: true });
  expect(await put('gone', 'x'), 'into a folder that was taken away').toBe(500);
  mkdirSync(folder);
  expect(await put('after', 'x')).toBe(201);
  expect(await (await fetch(url('GET', 'after'))).text()).toBe('x');
});
