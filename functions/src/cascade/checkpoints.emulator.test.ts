import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, describe, expect, test } from 'vitest';
import { checkpointStore } from '../checkpoints/checkpoint-store.ts';
import { env } from '../settings/env.ts';
import { db, outbox } from '../store/firestore.ts';
import { sendSignals } from '../signals/send-signals.ts';
import { sweep } from '../sweep/sweep.ts';
import { newTask, useStack, type TestOwner } from '../testing/agents.ts';
import { becomes } from '../testing/becomes.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { startTestObjectStore } from '../testing/object-store.ts';
import { onFailpoint } from '../erasing/failpoint.ts';

useTestEnvironment();
startTestObjectStore();
const stack = useStack();

/** The store's address during a test in which it is unreachable. */
let address: string | undefined;
function breakObjectStore(): void {
  address = env().OBJECT_STORE_URL;
  env().OBJECT_STORE_URL = 'http://127.0.0.1:9';
}
function mendObjectStore(): void {
  env().OBJECT_STORE_URL = address ?? env().OBJECT_STORE_URL;
}
afterEach(mendObjectStore);

/** A claimed task whose agent may upload a checkpoint to `uploadUrl`. */
async function newUpload() {
  const owner = await stack.newOwner();
  await newTask(owner);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const bytes = 'the files of a repository';
  const fields = { epoch: task.epoch, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const params = { taskId: task.id };
  const { object, uploadUrl, headers } = await runner.client.call(agentRoutes.checkpointUpload, {
    params,
    body: fields,
  });
  return {
    owner,
    taskId: task.id,
    object,
    async upload() {
      expect((await fetch(uploadUrl, { method: 'PUT', body: bytes, headers })).ok).toBe(true);
    },
  };
}

const remove = {
  task: ({ client }: TestOwner, id: string) => client.call(routes.deleteTask, { params: { id } }),
  project: ({ client, projectId }: TestOwner) => client.call(routes.deleteProject, { params: { id: projectId } }),
  account: ({ client }: TestOwner) => client.call(routes.deleteAccount),
};
const isStored = async (object: string) => (await checkpointStore().sizeOf(object)) !== null;
const sweepLater = (minutes: number) => sweep(Timestamp.fromMillis(Date.now() + minutes * 60_000));

describe.each(['task', 'project', 'account'] as const)('with a deleted %s', (kind) => {
  test('its checkpoints go', async () => {
    const { owner, taskId, object, upload } = await newUpload();
    await upload();
    expect(await isStored(object)).toBe(true);
    await remove[kind](owner, taskId);
    await becomes(() => isStored(object), false);
  });

  test('they go later where the object store does not answer', async () => {
    const { owner, taskId, object, upload } = await newUpload();
    await upload();
    breakObjectStore();
    await remove[kind](owner, taskId);
    await sweepLater(60);
    mendObjectStore();
    expect(await isStored(object)).toBe(true);
    await sweepLater(120);
    expect(await isStored(object)).toBe(false);
  });

  test('goes what is uploaded after that with an address given out before, and a signal of it', async () => {
    const { owner, taskId, object, upload } = await newUpload();
    await remove[kind](owner, taskId);
    await sweepLater(5);
    await upload();
    await sendSignals(owner.userId, [{ kind: 'item', id: 'late', taskId, streamed: true }]);
    await sweepLater(60);
    expect(await isStored(object)).toBe(false);
    expect((await db().doc(`signals/${owner.userId}/tasks/${taskId}`).get()).exists).toBe(false);
  });
});

test('a task whose deletion was cut off when its owner’s account went loses its checkpoints', async () => {
  const { owner, taskId, object, upload } = await newUpload();
  await upload();
  await owner.client.call(routes.postTaskMessage, { params: { id: taskId }, body: { text: 'Hello' } });
  breakObjectStore();
  onFailpoint(() => {
    throw new Error('Cut off');
  });
  await remove.task(owner, taskId);
  onFailpoint();
  await remove.account(owner);
  const isPromised = outbox().where('userId', '==', owner.userId).where('kind', '==', 'delete_account').count();
  await becomes(async () => (await isPromised.get()).data().count, 0);
  mendObjectStore();
  await sweepLater(60);
  expect(await isStored(object)).toBe(false);
});
