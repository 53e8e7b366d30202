import { routes } from '@countersign/contract';
import { agentRoutes, type ClaimedTask } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, expect, test } from 'vitest';
import { tasks } from '../store/firestore.ts';
import { sweep } from '../sweep/sweep.ts';
import { inSeconds, newTask, useStack, type TestRunner } from '../testing/agents.ts';
import { runBackup, standBefore, type BackupRun } from '../testing/backup.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { startTestObjectStore } from '../testing/object-store.ts';
import { checkpointStore } from './checkpoint-store.ts';

/*
 * What a backup contains of the checkpoints of tasks that work meanwhile.
 */
useTestEnvironment();
startTestObjectStore();
const stack = useStack();
const folder = mkdtempSync(join(tmpdir(), 'countersign-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes these bytes a task's checkpoint, as its runner does; returns the object's name. */
async function save(runner: TestRunner, task: ClaimedTask, bytes: string): Promise<string> {
  const params = { taskId: task.id };
  const said = { epoch: task.epoch, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const { object, uploadUrl, headers } = await runner.client.call(agentRoutes.checkpointUpload, { params, body: said });
  await fetch(uploadUrl, { method: 'PUT', body: bytes, headers });
  await runner.client.call(agentRoutes.checkpointCommit, { params, body: { ...said, object } });
  return object;
}

async function workingTask() {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  return { owner, runner, task, object: await save(runner, task, 'first') };
}

let backups = 0;
interface Made extends BackupRun {
  manifest: { objects: { name: string; size: number }[]; missing: { task: string; object: string }[]; expired: number };
  /** A task as it is in the backup. */
  kept: (id: string) => { fields: { checkpoint: { mapValue?: { fields: { object: { stringValue: string } } } } } };
  file: (name: string) => string;
}

/** Makes a backup; `meanwhile` runs just before the object of this name is fetched for the first time. */
async function backup(object = '', meanwhile: () => Promise<unknown> = async () => undefined): Promise<Made> {
  const into = join(folder, String((backups += 1)));
  let isAsked = false;
  const before = await standBefore(process.env.OBJECT_STORE_URL ?? '', async ({ url }) => {
    if (isAsked || !url.includes(`/${object}?`)) return undefined;
    isAsked = true;
    await meanwhile();
    return undefined;
  });
  const run = await runBackup('backup', process.env.GCLOUD_PROJECT ?? '', into, { OBJECT_STORE_URL: before.url });
  await before.close();
  const lines = readFileSync(join(into, 'documents.ndjson'), 'utf8').trimEnd().split('\n');
  return {
    ...run,
    manifest: JSON.parse(readFileSync(join(into, 'manifest.json'), 'utf8')) as Made['manifest'],
    kept: (id) =>
      JSON.parse(lines.find((line) => line.includes(`"path":"/tasks/${id}"`)) ?? '') as ReturnType<Made['kept']>,
    file: (name) => readFileSync(join(into, 'objects', name), 'utf8'),
  };
}

test('one that is replaced during its download is kept, with its replacement', async () => {
  const { runner, task, object } = await workingTask();
  let second = '';
  const made = await backup(object, async () => (second = await save(runner, task, 'the second')));
  expect(made.code, made.output).toBe(0);
  expect(made.manifest).toMatchObject({ objects: [{ name: second, size: 10 }], missing: [] });
  expect(made.file(second)).toBe('the second');
  expect(made.kept(task.id).fields.checkpoint.mapValue?.fields.object.stringValue).toBe(second);
});

test('one whose task is deleted meanwhile is not missed', async () => {
  const { owner, task, object } = await workingTask();
  const made = await backup(object, async () => {
    await owner.client.call(routes.deleteTask, { params: { id: task.id } });
    await sweep(inSeconds(60));
  });
  expect(made.code, made.output).toBe(0);
  expect(made.manifest.missing).toEqual([]);
  expect(made.kept(task.id).fields.checkpoint).toEqual({ nullValue: null });
});

test('a missing one that its task still refers to is listed, and the backup counts as incomplete', async () => {
  const { task, object } = await workingTask();
  await checkpointStore().remove(object);
  const made = await backup();
  expect(made.code).toBe(1);
  expect(made.output).toContain(
    `1 checkpoints are missing; these tasks would start over:\n  task ${task.id}: ${object}`,
  );
  expect(made.manifest.missing).toEqual([{ task: `/tasks/${task.id}`, object }]);
  // The checkpoint of a task created over a year ago may have expired, however recently the task was written.
  await tasks()
    .doc(task.id)
    .update({ createdAt: Timestamp.fromMillis(Date.now() - 366 * 24 * 60 * 60_000), updatedAt: Timestamp.now() });
  const later = await backup();
  expect(later.code, later.output).toBe(0);
  expect(later.manifest).toMatchObject({ missing: [], expired: 1 });
});
