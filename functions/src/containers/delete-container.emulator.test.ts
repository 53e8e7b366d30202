import { routes, type Client } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { containers, outbox, secrets, tasks } from '../store/firestore.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { secretId } from '../secrets/store.ts';
import { sweep } from '../sweep/sweep.ts';
import { inSeconds, newContainer, newTask, refusal, request, useStack } from '../testing/agents.ts';
import { becomes } from '../testing/becomes.ts';
import { everything } from '../testing/everything.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { startTestObjectStore } from '../testing/object-store.ts';

useTestEnvironment();
startTestObjectStore();
const stack = useStack('[ "$CONTAINER_ID" ] || exit 1; trap "sleep 0.3; exit 0" TERM; while :; do sleep 0.1; done');

const statusOf = async (client: Client, id: string) =>
  (await client.call(routes.getContainerLiveStatus, { params: { id } })).status;
const isNow = (client: Client, id: string) => expect.poll(() => statusOf(client, id), { interval: 50 });
const documentOf = async (id: string) => (await containers().doc(id).get()).data();

describe('deleting a container', () => {
  test('fails its tasks, closes their requests, and leaves nothing in Cloud Run', async () => {
    const owner = await stack.newOwner();
    const { client } = owner;
    await newTask(owner, { title: 'Parked', priority: 9 });
    await newTask(owner, { title: 'Running', priority: 5 });
    const waiting = await newTask(owner, { title: 'Waiting' });
    const { id } = await newContainer(owner);
    await isNow(client, id).toBe('running');
    const runner = await stack.runnerOf(id);
    const parked = await runner.claim();
    const question = request();
    await runner.record(parked, question);
    const running = await runner.claim();

    await client.call(routes.deleteContainer, { params: { id } });
    await isNow(client, id).toBe('deleted');
    for (const taskId of [parked.id, running.id]) {
      expect(await client.call(routes.getTask, { params: { id: taskId } })).toMatchObject({ status: 'failed' });
      const items = await client.call(routes.listTaskItems, { params: { id: taskId } });
      expect(items.at(-1)).toMatchObject({
        ...{ type: 'completion', title: 'Container deleted', author: 'system' },
        content: expect.stringContaining('Nothing of its work was saved: reopen the task to begin again.'),
      });
    }
    expect(await client.call(routes.getTaskItem, { params: { id: question.id } })).toMatchObject({
      isApproved: false,
      isClosed: true,
      rejectionReason: 'Container deleted',
    });
    expect(await client.call(routes.listApprovals)).toEqual([]);
    expect(await client.call(routes.getTask, { params: { id: waiting.id } })).toMatchObject({ status: 'pending' });
    expect(await refusal(runner.client.call(agentRoutes.claim, { body: {} }))).toMatchObject({ code: 'stale_epoch' });

    await sweep(inSeconds(3_600));
    expect(
      await runtime().find({ imageTag: 'latest', env: { CONTAINER_ID: id }, identity: ['CONTAINER_ID'] }),
    ).toBeNull();
    expect((await secrets().doc(secretId('container-jwt', id)).get()).exists).toBe(false);
    expect((await outbox().where('subjectId', '==', id).get()).size).toBe(0);
    expect((await tasks().doc(running.id).get()).data()).toMatchObject({ leaseContainerId: null, checkpoint: null });
  });

  test('deletes what its task had saved, and says so: another container begins again', async () => {
    const owner = await stack.newOwner();
    const { client } = owner;
    const { id: taskId } = await newTask(owner);
    const { id } = await newContainer(owner);
    await isNow(client, id).toBe('running');
    const runner = await stack.runnerOf(id);
    const { epoch } = await runner.claim();
    const bytes = 'what was written so far';
    const saved = { epoch, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    const params = { taskId };
    const upload = await runner.client.call(agentRoutes.checkpointUpload, { params, body: saved });
    expect((await fetch(upload.uploadUrl, { method: 'PUT', body: bytes, headers: upload.headers })).ok).toBe(true);
    const body = { ...saved, object: upload.object };
    await runner.client.call(agentRoutes.checkpointCommit, { params, body });

    await client.call(routes.deleteContainer, { params: { id } });
    await isNow(client, id).toBe('deleted');
    await sweep(inSeconds(3_600));
    const items = await client.call(routes.listTaskItems, { params: { id: taskId } });
    expect(items.at(-1)).toMatchObject({
      title: 'Container deleted',
      content:
        'The container was deleted while it worked on this task. What it had saved was deleted with it: reopen the task to begin again.',
    });
    await client.call(routes.patchTask, { params: { id: taskId }, body: { status: 'pending' } });
    const again = await (await stack.newRunner(owner)).claim();
    expect(again).toMatchObject({ id: taskId, resumed: true, checkpoint: null });
  });

  test('leaves a task whose start is not approved yet to other containers', async () => {
    const owner = await stack.newOwner();
    const { client } = owner;
    const { id } = await newContainer(owner);
    const task = await newTask(owner, { status: 'awaiting_approval', containerId: id });
    await client.call(routes.deleteContainer, { params: { id } });
    const [question] = await client.call(routes.listApprovals);
    await client.call(routes.approveTaskItem, { params: { id: question?.id ?? '' }, body: {}, ifMatch: null });
    expect(await client.call(routes.getTask, { params: { id: task.id } })).toMatchObject({
      status: 'approved',
      containerId: null,
    });
    expect(await (await stack.newRunner(owner)).claim()).toMatchObject({ id: task.id });
  });

  test('leaves a task that its owner keeps by hand as it is, without the container', async () => {
    const owner = await stack.newOwner();
    const { client } = owner;
    const { id } = await newContainer(owner);
    const task = await newTask(owner, { status: 'running', containerId: id });
    await client.call(routes.deleteContainer, { params: { id } });
    const kept = () => client.call(routes.getTask, { params: { id: task.id } });
    await expect.poll(kept).toMatchObject({ status: 'running', keptByHand: true, containerId: null });
    expect(await client.call(routes.listTaskItems, { params: { id: task.id } })).toEqual([]);
  });

  test('what is not possible is refused and changes nothing', async () => {
    const owner = await stack.newOwner();
    const stranger = await stack.newOwner();
    const { id } = await newContainer(owner);
    const params = { id };
    expect(await refusal(owner.client.call(routes.resumeContainer, { params }))).toMatchObject({
      code: 'illegal_move',
    });
    for (const route of [routes.getContainer, routes.getContainerLiveStatus, routes.getContainerLogs] as const) {
      expect(await refusal(stranger.client.call(route, { params }))).toMatchObject({ status: 404 });
    }
    for (const route of [routes.pauseContainer, routes.resumeContainer, routes.deleteContainer] as const) {
      expect(await refusal(stranger.client.call(route, { params }))).toMatchObject({ status: 404 });
    }
    await owner.client.call(routes.deleteContainer, { params });
    for (const route of [routes.pauseContainer, routes.resumeContainer] as const) {
      expect(await refusal(owner.client.call(route, { params }))).toMatchObject({ status: 409, code: 'illegal_move' });
    }
    const stored = await documentOf(id);
    expect(['deleting', 'deleted']).toContain(stored?.status);
  });

  test('one that is deleted is deleted again without an effect', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    const params = { id };
    await owner.client.call(routes.deleteContainer, { params });
    await becomes(async () => (await documentOf(id))?.status, 'deleted');
    const before = await everything();
    await owner.client.call(routes.deleteContainer, { params });
    const changed = [...(await everything())].filter(([path, value]) => before.get(path) !== value);
    expect(changed.filter(([path]) => !path.startsWith('rateWindows/'))).toEqual([]);
  });
});
