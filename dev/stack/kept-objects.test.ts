import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Listening } from '../lib/listen.ts';
import { startObjectStore } from '../object-store/server.ts';
import { signUrl, type ObjectMethod } from '../object-store/signed-url.ts';
import { startFakeEmulators, type FakeEmulators } from '../testing/fake-emulators.ts';
import { putObjectsBack, storeIn } from './kept-objects.ts';
import { savedData, saveData } from './saved-data.ts';

const key = 'a key of the tests';
const [A, B] = ['tasks/one/1-a', 'tasks/one/1-b'];
let folder: string;
let emulators: FakeEmulators;
let store: Listening;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-kept-'));
  emulators = await startFakeEmulators();
  store = await startObjectStore(0, { folder: storeIn(folder), key });
});
afterEach(async () => {
  await emulators.endHub();
  await emulators.endFirestore();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function ask(method: ObjectMethod, name: string): Promise<number> {
  const maxBytes = method === 'PUT' ? 100 : 0;
  const expires = Math.floor(Date.now() / 1000) + 60;
  const url = signUrl(`http://127.0.0.1:${store.port}`, key, { method, name, expires, maxBytes });
  const headers = { 'x-goog-content-length-range': `0,${maxBytes}`, 'x-goog-if-generation-match': '0' };
  const reply = await fetch(url, method === 'PUT' ? { method, body: name, headers } : { method });
  await reply.arrayBuffer();
  return reply.status;
}

/** A run ends without a word, and the next one begins with what was kept, in which tasks name these objects. */
async function startAgain(...named: string[]): Promise<void> {
  await store.close();
  await putObjectsBack(storeIn(folder), savedData(folder, false, emulators.source.projectId)?.objects, () =>
    Promise.resolve(new Set(named)),
  );
  store = await startObjectStore(0, { folder: storeIn(folder), key });
}

/** Names of the files in which an object lies on the disk, wherever. */
const filesOf = (name: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(`${name}.object`));

test('a checkpoint that was replaced after the documents were kept is there again with them', async () => {
  await ask('PUT', A);
  await saveData(folder, emulators.source);
  await ask('PUT', B);
  expect(await ask('DELETE', A)).toBe(204);
  expect(await ask('GET', A), 'deleted for everybody').toBe(404);
  await startAgain(A);
  expect(await ask('GET', A)).toBe(200);
  await saveData(folder, emulators.source);
  expect(await ask('GET', A), 'as long as the documents name it').toBe(200);
  await ask('DELETE', A);
  await saveData(folder, emulators.source);
  expect(filesOf(A)).toEqual([]);
  expect(filesOf(B)).toHaveLength(2);
});

test('so is one that was replaced, or deleted with its task, while the documents were being kept', async () => {
  await ask('PUT', A);
  emulators.whileExporting = async () => {
    await ask('PUT', B);
    await ask('DELETE', 'tasks/one');
    expect(await ask('GET', A), 'deleted for everybody').toBe(404);
  };
  await saveData(folder, emulators.source);
  expect(existsSync(join(storeIn(folder), 'tasks/one'))).toBe(false);
  await startAgain(A, B);
  expect([await ask('GET', A), await ask('GET', B)]).toEqual([200, 200]);
});

test('what the kept documents do not name stays deleted, and goes with what is kept next', async () => {
  await ask('PUT', A);
  await saveData(folder, emulators.source);
  await ask('DELETE', 'tasks/one');
  await startAgain();
  expect(await ask('GET', A)).toBe(404);
  await saveData(folder, emulators.source);
  expect(filesOf(A)).toEqual([]);
});

test('what cannot be kept, and a run that is ended while it keeps, leave nothing behind', async () => {
  await ask('PUT', A);
  emulators.refusal = 'No space left on device';
  emulators.whileExporting = async () => void (await ask('DELETE', A));
  await expect(saveData(folder, emulators.source)).rejects.toThrow('No space left on device');
  expect(filesOf(A)).toEqual([]);

  emulators.refusal = undefined;
  await ask('PUT', A);
  let goOn = () => undefined as void;
  const exporting = new Promise<void>((isExporting) => {
    emulators.whileExporting = () => {
      isExporting();
      return new Promise<void>((resolve) => (goOn = resolve));
    };
  });
  const cutOff = saveData(folder, emulators.source);
  await exporting;
  await ask('DELETE', A);
  await startAgain();
  expect(filesOf(A)).toEqual([]);
  await ask('PUT', B);
  await ask('DELETE', B);
  expect(filesOf(B)).toEqual([]);
  goOn();
  await cutOff.catch(() => undefined);
});
