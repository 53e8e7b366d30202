import { routes } from '@countersign/contract';
import { agentRoutes, type ClaimedTask } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkpointStore } from '../../checkpoints/checkpoint-store.ts';
import { containers } from '../../store/firestore.ts';
import { sweep } from '../../sweep/sweep.ts';
import { newContainer, newTask, useStack, type TestRunner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { startTestObjectStore } from '../../testing/object-store.ts';

useTestEnvironment();
startTestObjectStore();
const stack = useStack();

/** Saves a task's work; returns the object. */
async function save({ client }: TestRunner, { id: taskId, epoch }: ClaimedTask, bytes: string): Promise<string> {
  const params = { taskId };
  const body = { epoch, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const { object, uploadUrl, headers } = await client.call(agentRoutes.checkpointUpload, { params, body });
  expect((await fetch(uploadUrl, { method: 'PUT', body: bytes, headers })).ok).toBe(true);
  await client.call(agentRoutes.checkpointCommit, { params, body: { ...body, object } });
  return object;
}

test('a task reopened while its deleted container still ends leaves nothing saved, and keeps what it saves anew', async () => {
  const owner = await stack.newOwner();
  const { client } = owner;
  const { id: taskId } = await newTask(owner);
  const { id } = await newContainer(owner);
  const params = { id };
  const status = () => client.call(routes.getContainerLiveStatus, { params });
  await expect.poll(status, { interval: 50 }).toEqual({ status: 'running' });
  const runner = await stack.runnerOf(id);
  const saved = await save(runner, await runner.claim(), 'what was written so far');

  await stack.jobs().kill(); // so that it takes a while until the execution has ended
  await client.call(routes.deleteContainer, { params });
  expect((await containers().doc(id).get()).data(), 'its execution has not ended').toMatchObject({
    status: 'deleting',
  });
  await client.call(routes.patchTask, { params: { id: taskId }, body: { status: 'pending' } });
  await stack.jobs().restart();
  const next = await stack.newRunner(owner);
  const again = await next.claim();
  expect(again).toMatchObject({ id: taskId, checkpoint: null });
  const anew = await save(next, again, 'what was written then');

  const swept = async () => {
    await sweep();
    return (await containers().doc(id).get()).data()?.status;
  };
  await expect.poll(swept, { interval: 200 }).toBe('deleted');
  expect(await checkpointStore().sizeOf(saved)).toBeNull();
  expect(await checkpointStore().sizeOf(anew)).not.toBeNull();
});
