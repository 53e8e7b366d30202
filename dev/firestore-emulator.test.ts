import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  exportFirestore,
  namedObjects,
  startFirestore,
  usersIn,
  type FirestoreEmulator,
} from './firestore-emulator.ts';
import { freePort } from './lib/ports.ts';
import { identify } from './lib/processes.ts';

const root = join(import.meta.dirname, '..');
const projectId = 'demo-firestore-start';
let folder: string;
let started: FirestoreEmulator[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-firestore-'));
  started = [];
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', undefined);
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(started.map((emulator) => emulator.service?.stop(1_000)));
});

async function start(importFrom?: string): Promise<FirestoreEmulator> {
  const emulator = await startFirestore({
    root,
    projectId,
    port: await freePort(),
    rules: join(root, 'firestore.rules'),
    importFrom,
    logFile: join(folder, 'firestore.log'),
  });
  started.push(emulator);
  await emulator.service?.ready;
  return emulator;
}

async function withDatabase<T>(host: string, act: (database: FirebaseFirestore.Firestore) => Promise<T>): Promise<T> {
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', host);
  const app = initializeApp({ projectId }, host);
  try {
    return await act(getFirestore(app));
  } finally {
    await deleteApp(app);
    vi.stubEnv('FIRESTORE_EMULATOR_HOST', undefined);
  }
}

test('documents of one run are there in the next, and no process is left', async () => {
  const first = await start();
  await withDatabase(first.host, (database) => database.doc('notes/one').set({ text: 'kept' }));
  await exportFirestore(first.host, projectId, join(folder, 'export'));
  await first.service?.stop(1_000);
  expect(identify(first.service?.identity.pid ?? 0)).toBeUndefined();

  const second = await start(join(folder, 'export'));
  const read = await withDatabase(second.host, async (database) => (await database.doc('notes/one').get()).data());
  expect(read).toEqual({ text: 'kept' });

  // Started with another project, a stack goes on with the same documents and accounts.
  const address = `http://${second.host}/v1/projects/demo-another/databases/(default)/documents/notes/one`;
  const reply = await fetch(address, { headers: { authorization: 'Bearer owner' } });
  expect(await reply.json()).toMatchObject({ fields: { text: { stringValue: 'kept' } } });
});

test('a running emulator is used as it is', async () => {
  const first = await start();
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', first.host);
  const second = await start();
  expect(second).toEqual({ host: first.host });

  expect(await usersIn(first.host, projectId)).toEqual([]);
  await withDatabase(first.host, (database) => database.doc('users/one').set({ name: 'One' }));
  expect(await usersIn(first.host, projectId), 'whose accounts have to be kept').toEqual(['one']);
});

test('the objects that documents name are known: saved work, and what setup commands made', async () => {
  const { host } = await start();
  expect(await namedObjects(host, projectId)).toEqual(new Set());
  await withDatabase(host, async (database) => {
    await database.doc('tasks/one').set({ checkpoint: { object: 'tasks/one/1-a', size: 1 } });
    await database.doc('tasks/two').set({ checkpoint: null });
    await database.doc('tasks/three').set({ title: 'Of an earlier version' });
    await database.doc('projects/one').set({ setupResult: { taskId: 'two', object: 'tasks/two/setup-b', size: 1 } });
    await database.doc('projects/two').set({ setupResult: null });
  });
  expect(await namedObjects(host, projectId)).toEqual(new Set(['tasks/one/1-a', 'tasks/two/setup-b']));
});

test('one that is named but does not run gives a clear message', async () => {
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', `127.0.0.1:${await freePort()}`);
  await expect(start()).rejects.toThrow(/no Firestore emulator answers there/);
});

test('a machine without any gives a message that says what to install', async () => {
  vi.stubEnv('PATH', folder);
  await expect(start()).rejects.toThrow(/gcloud components install cloud-firestore-emulator/);
});
