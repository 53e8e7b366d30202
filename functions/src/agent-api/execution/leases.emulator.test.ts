import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { containerLogs, containers, taskItems, tasks } from '../../store/firestore.ts';
import { newId } from '../../lib/id.ts';
import { sweep } from '../../sweep/sweep.ts';
import { inSeconds, newTask, refusal, request, useStack } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();
const taskDocument = async (id: string) => (await tasks().doc(id).get()).data();

describe('a problem with a task', () => {
  test('comes with a heartbeat, stays until another one changes it, and goes with the next status', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const seen = async () => (await owner.client.call(routes.getTask, { params: { id: task.id } })).notice;
    const beat = (notice?: { kind: 'silent' | 'model'; text: string; forSeconds: number } | null) =>
      runner.client.call(agentRoutes.heartbeat, { body: { taskId: task.id, epoch: task.epoch, notice } });
    const silent = { kind: 'silent', text: 'The agent says nothing.', forSeconds: 120 } as const;
    expect(await seen()).toBeNull();
    await beat(silent);
    const told = await seen();
    expect(told).toMatchObject({ kind: 'silent', text: silent.text });
    expect(Date.now() - Date.parse(told?.since ?? '')).toBeGreaterThan(119_000);
    await beat({ ...silent, forSeconds: 135 });
    await beat();
    expect(await seen(), 'no other one').toEqual(told);
    await beat(null);
    expect(await seen()).toBeNull();
    await beat({ ...silent, kind: 'model' });
    await runner.record(task, request());
    expect(await seen(), 'it asks').toBeNull();
    await beat(silent);
    expect(await seen(), 'while it asks it is the person’s turn').toBeNull();
  });
});

describe('a lease', () => {
  test('is renewed by heartbeats and lost after 60 s by the server’s clock; the next claim fences the former', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const beat = () => runner.client.call(agentRoutes.heartbeat, { body: { taskId: task.id, epoch: task.epoch } });
    const { leaseUntil } = await beat();
    expect(Date.parse(leaseUntil ?? '') - Date.now()).toBeGreaterThan(30_000);
    await sweep(inSeconds(25));
    expect(await taskDocument(task.id)).toMatchObject({ status: 'running' });
    await sweep(inSeconds(61));
    expect(await taskDocument(task.id)).toMatchObject({ status: 'pending', leaseUntil: null });
    const writes = [
      beat(),
      runner.record(task, request()),
      runner.client.call(agentRoutes.logs, { body: { seq: 0, text: 'late' } }),
      runner.client.call(agentRoutes.claim, { body: {} }),
      runner.client.call(agentRoutes.exit, { body: { reason: 'idle' } }),
      runner.client.call(agentRoutes.wait, { body: { itemIds: [], timeoutSeconds: 1 } }),
      runner.client.call(agentRoutes.finish, {
        params: { taskId: task.id },
        body: { epoch: task.epoch, status: 'completed', item: { id: newId(), type: 'completion', title: 'Late' } },
      }),
    ];
    for (const refused of await Promise.all(writes.map(refusal))) {
      expect(refused).toMatchObject({ status: 409, code: 'stale_epoch' });
    }
    expect((await taskItems().where('taskId', '==', task.id).get()).size).toBe(0);
    expect((await containerLogs(runner.containerId).get()).size).toBe(0);
  });

  test('that has expired is of no use, even before a sweep', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    await tasks()
      .doc(task.id)
      .update({ leaseUntil: inSeconds(-1) });
    expect(await refusal(runner.record(task, request()))).toMatchObject({ code: 'stale_epoch' });
  });

  test('a former execution of a resumed container is stale in everything', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    expect(await taskDocument(task.id)).toMatchObject({ status: 'pending', containerId: runner.containerId });
    await owner.client.call(routes.resumeContainer, { params: { id: runner.containerId } });
    const next = await stack.runnerOf(runner.containerId, 2);
    expect(await next.claim()).toMatchObject({ id: task.id, resumed: true });
    expect(await refusal(runner.record(task, request()))).toMatchObject({ status: 409, code: 'stale_epoch' });
    expect(await refusal(runner.client.call(agentRoutes.heartbeat, { body: {} }))).toMatchObject({ status: 409 });
  });
});

describe('exit', () => {
  test('pauses the container with the reason and gives its task back at once', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    await runner.client.call(agentRoutes.exit, { body: { reason: 'crashed', message: 'The agent could not start' } });
    expect(await taskDocument(task.id)).toMatchObject({ status: 'pending', leaseContainerId: null });
    const container = await owner.client.call(routes.getContainer, { params: { id: runner.containerId } });
    expect(container).toMatchObject({ status: 'paused', message: 'The agent could not start' });
    expect((await containers().doc(runner.containerId).get()).data()?.autoStarts).toBe(0);
  });
});
