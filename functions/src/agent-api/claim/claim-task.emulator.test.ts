import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { newId } from '../../lib/id.ts';
import { newTask, refusal, request, useStack } from '../../testing/agents.ts';
import { atLast } from '../../testing/at-last.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

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
        const item = { id: newId(), type: 'completion', title: 'Done' } as const;
        await runners[index]?.client.call(agentRoutes.finish, {
          params: { taskId: task.id },
          body: { epoch: task.epoch, status: 'completed', item },
        });
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
});
