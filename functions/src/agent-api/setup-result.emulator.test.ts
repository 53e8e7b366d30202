import { routes } from '@countersign/contract';
import { agentRoutes, type ClaimedTask } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { checkpointStore } from '../checkpoints/checkpoint-store.ts';
import { projects } from '../store/firestore.ts';
import { newTask, refusal, useStack, type TestRunner } from '../testing/agents.ts';
import { becomes } from '../testing/becomes.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { startTestObjectStore } from '../testing/object-store.ts';

useTestEnvironment();
startTestObjectStore();
const stack = useStack();

const KEY = 'a'.repeat(64);

const find = async ({ client }: TestRunner, { id: taskId }: Pick<ClaimedTask, 'id'>, key = KEY) =>
  (await client.call(agentRoutes.setupResultFind, { params: { taskId }, body: { key } })).result;

async function keep({ client }: TestRunner, { id: taskId }: ClaimedTask, text: string): Promise<string> {
  const params = { taskId };
  const body = { size: text.length, sha256: createHash('sha256').update(text).digest('hex') };
  const { object, uploadUrl, headers } = await client.call(agentRoutes.setupResultUpload, { params, body });
  expect((await fetch(uploadUrl, { method: 'PUT', body: text, headers })).ok).toBe(true);
  await client.call(agentRoutes.setupResultCommit, { params, body: { ...body, object, key: KEY } });
  return object;
}

/** A project whose setup command has produced a result for its first task; another container has claimed the second. */
async function newResult() {
  const owner = await stack.newOwner();
  await newTask(owner, { title: 'First' });
  const first = await stack.newRunner(owner);
  const task = await first.claim();
  const object = await keep(first, task, 'node_modules');
  await newTask(owner, { title: 'Second' });
  const second = await stack.newRunner(owner);
  return { owner, first, task, object, second, next: await second.claim() };
}

test('a result is found by the other containers of its project, for a day, as long as its task is there', async () => {
  const { owner, task, object, second, next } = await newResult();
  expect(await find(second, next)).toMatchObject({ title: 'First', object, size: 12 });
  const ref = projects().doc(owner.projectId);
  const stored = (await ref.get()).data()?.setupResult;
  expect(stored).toMatchObject({ taskId: task.id, object });
  expect(stored?.key, 'what is stored cannot be guessed from').not.toBe(KEY);

  await ref.update({ 'setupResult.madeAt': Timestamp.fromMillis(Date.now() - 24 * 60 * 60_000 - 1) });
  expect(await find(second, next), 'a day later').toBeNull();
  await ref.update({ 'setupResult.madeAt': Timestamp.now() });
  expect(await find(second, next)).not.toBeNull();

  await owner.client.call(routes.deleteTask, { params: { id: task.id } });
  expect(await find(second, next), 'without its task').toBeNull();
  await becomes(() => checkpointStore().sizeOf(object), null);
});

test('a result is neither found nor made by another project, nor by an execution that was replaced', async () => {
  const { owner, first, task } = await newResult();
  const stranger = await stack.newOwner();
  await newTask(stranger);
  const other = await stack.newRunner(stranger);
  const own = await other.claim();
  expect(await find(other, own), 'the same key in another project').toBeNull();
  expect(await refusal(find(other, task))).toMatchObject({ status: 404 });
  expect(await refusal(keep(other, { ...own, id: task.id }, 'theirs'))).toMatchObject({ status: 404 });

  await owner.client.call(routes.deleteContainer, { params: { id: first.containerId } });
  expect(await refusal(find(first, task))).toMatchObject({ status: 409, code: 'stale_epoch' });
  expect(await refusal(keep(first, task, 'late'))).toMatchObject({ status: 409, code: 'stale_epoch' });
});
