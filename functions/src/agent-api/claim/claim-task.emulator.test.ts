import { routes } from '@countersign/contract';
import { agentRoutes, type ClaimedTask } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import type { TaskDocument } from '../../documents/task.ts';
import { commit } from '../../effects/transact.ts';
import { newId } from '../../lib/id.ts';
import { idleRun } from '../../state/idle-run.ts';
import { tasks } from '../../store/firestore.ts';
import { newTask, refusal, request, useStack, type TestOwner, type TestRunner } from '../../testing/agents.ts';
import { atLast } from '../../testing/at-last.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { findWork } from './claim-task.ts';

useTestEnvironment();
const stack = useStack();

/** Stores copies of a task, each with a long description and other fields. */
async function copyTask(id: string, count: number, other: (index: number) => Partial<TaskDocument>): Promise<void> {
  const stored = (await tasks().doc(id).get()).data();
  if (!stored) throw new Error('The task is not stored');
  const description = 'x'.repeat(20_000);
  await commit((writer) => {
    for (let index = 0; index < count; index += 1) {
      const copy = { ...stored, id: newId(), description, ...other(index) };
      writer.create(tasks().doc(copy.id), copy);
    }
  });
}

describe('claim', () => {
  test('takes the highest priority, then the oldest, each task once, however many ask at once', async () => {
    const owner = await stack.newOwner();
    for (const [index, priority] of [1, 5, 1, 9, 5, 0].entries()) {
      await newTask(owner, { title: `${index}`, priority });
    }
    const runners = await Promise.all([stack.newRunner(owner), stack.newRunner(owner), stack.newRunner(owner)]);
    const order: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const claimed = await Promise.all(runners.map((runner) => atLast(() => runner.claim())));
      order.push(...claimed.map(({ title }) => title).sort());
      for (const [index, task] of claimed.entries()) {
        const runner = runners[index];
        if (runner) await finish(runner, task);
      }
    }
    expect(order).toEqual(['1', '3', '4', '0', '2', '5']);
    const listed = await owner.client.call(routes.listProjectTasks, { params: { id: owner.projectId } });
    expect(listed.every(({ status, completedAt }) => status === 'completed' && completedAt)).toBe(true);
  });

  test('gives a claim again whose reply was lost, and nothing of another project', async () => {
    const [owner, other] = await Promise.all([stack.newOwner(), stack.newOwner()]);
    const task = await newTask(owner);
    const [runner, stranger] = await Promise.all([stack.newRunner(owner), stack.newRunner(other)]);
    const first = await runner.claim();
    expect(await runner.claim()).toMatchObject({ id: task.id, epoch: first.epoch + 1 });
    expect(await stranger.client.call(agentRoutes.claim, { body: {} })).toEqual({ directive: 'run', task: null });
    expect(await refusal(stranger.record(first, request()))).toMatchObject({ status: 404 });
  });

  test('first continues what it has parked and is decided', async () => {
    const owner = await stack.newOwner();
    await newTask(owner, { title: 'Asked', priority: 1 });
    const runner = await stack.newRunner(owner);
    const asked = await runner.claim();
    const item = request();
    await runner.record(asked, item);
    await newTask(owner, { title: 'Urgent', priority: 10 });
    await owner.client.call(routes.rejectTaskItem, {
      params: { id: item.id },
      body: { reason: 'Differently' },
      ifMatch: null,
    });
    const next = await runner.claim();
    expect(next).toMatchObject({ id: asked.id, epoch: asked.epoch + 1, resumed: true });
    expect(next.openItems).toMatchObject([{ isApproved: false, rejectionReason: 'Differently' }]);
  });

  test('reads only the first of the tasks that were given to its container, however many, and no long text', async () => {
    const owner = await stack.newOwner();
    const runner = await stack.newRunner(owner);
    const { containerId } = runner;
    const { id } = await newTask(owner, { title: 'First', priority: 9, containerId });
    await copyTask(id, 100, (index) => ({ title: `${index}`, priority: index / 20 }));
    await copyTask(id, 100, () => ({ title: 'By hand', priority: 10, status: 'running', keptByHand: true }));
    await copyTask(id, 100, () => ({ title: 'Not approved', priority: 10, status: 'awaiting_approval' }));
    await newTask(owner, { title: 'Of all', priority: 4.92 });
    const caller = { containerId, projectId: owner.projectId, userId: owner.userId, epoch: 1 };
    const { candidates } = await findWork(caller);
    expect(candidates.filter((candidate) => 'description' in candidate)).toEqual([]);
    const order: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { reply, headers } = await runner.client.callFully(agentRoutes.claim, { body: {} });
      const reads = Number(/reads;desc="(\d+)"/.exec(headers.get('Server-Timing') ?? '')?.[1]);
      expect(reads).toBeLessThan(60);
      if (!reply.task) throw new Error('There is no task to claim');
      order.push(reply.task.title);
      await finish(runner, reply.task);
    }
    expect(order).toEqual(['First', '99', 'Of all', '98']);
  });

  test('first continues what it has parked, also where more urgent tasks are its own than are read', async () => {
    const owner = await stack.newOwner();
    const { id } = await newTask(owner, { title: 'Asked', priority: 0 });
    const runner = await stack.newRunner(owner);
    const asked = await runner.claim();
    const item = request();
    const [hash = ''] = await runner.record(asked, item);
    await copyTask(id, 30, () => ({ title: 'Urgent', priority: 5, status: 'pending', ...idleRun }));
    await sendMessage(owner, id);
    expect(await runner.claim(), 'for a message').toMatchObject({ id, epoch: asked.epoch + 1 });
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash });
    expect(await runner.claim(), 'as it is approved').toMatchObject({ id, epoch: asked.epoch + 2 });
    expect(await runner.claim(), 'as the reply was lost').toMatchObject({ id, epoch: asked.epoch + 3 });
  });
});

const sendMessage = ({ client }: TestOwner, id: string) =>
  client.call(routes.postTaskMessage, { params: { id }, body: { text: 'One more thing' } });

async function finish({ client }: TestRunner, { id, epoch }: ClaimedTask): Promise<void> {
  const item = { id: newId(), type: 'completion', title: 'Done' } as const;
  await client.call(agentRoutes.finish, { params: { taskId: id }, body: { epoch, status: 'completed', item } });
}
