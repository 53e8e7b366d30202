import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { projects, taskItems, tasks } from '../../store/firestore.ts';
import { newId } from '../../lib/id.ts';
import { refusal, request, useStack, type TestRunner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const finish = (
  { client }: TestRunner,
  { id, epoch }: { id: string; epoch: number },
  status: 'completed' | 'failed',
  itemId = newId(),
) =>
  client.call(agentRoutes.finish, {
    params: { taskId: id },
    body: { epoch, status, item: { id: itemId, type: 'completion', title: 'The end' } },
  });
const stored = {
  task: async (id: string) => (await tasks().doc(id).get()).data(),
  item: async (id: string) => (await taskItems().doc(id).get()).data(),
  pendingCount: async (id: string) => (await projects().doc(id).get()).data()?.pendingApprovalCount,
};
const closed = { isApproved: false, rejectionReason: 'The agent no longer asks this' };

describe('the end of a task with an open question', () => {
  test.each(['completed', 'failed'] as const)(
    '%s: nobody asks any more, and nothing waits for its owner',
    async (end) => {
      const { owner, runner, task, item } = await stack.newRequest();
      const id = newId();
      await finish(runner, task, end, id);
      await finish(runner, task, end, id); // the reply was lost
      expect(await stored.task(task.id)).toMatchObject({ status: end, undecidedCount: 0, parkedContainerId: null });
      expect(await stored.item(item.id)).toMatchObject(closed);
      expect(await stored.pendingCount(owner.projectId)).toBe(0);
      expect(await owner.client.call(routes.listApprovals)).toEqual([]);
      const late = { params: { id: item.id }, ifMatch: null };
      const decisions = [
        owner.client.call(routes.approveTaskItem, { ...late, body: {} }),
        owner.client.call(routes.rejectTaskItem, { ...late, body: { reason: 'Not this way', stop: true } }),
      ];
      const noLongerAsked = { status: 409, code: 'conflict', text: 'This is no longer asked' };
      expect(await Promise.all(decisions.map(refusal))).toEqual([noLongerAsked, noLongerAsked]);
      expect(await stored.item(item.id)).toMatchObject(closed);
    },
  );

  test('what was decided stays decided', async () => {
    const { owner, runner, task, item } = await stack.newRequest();
    const sibling = request({ title: 'Another step' });
    await runner.record(task, sibling);
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: null });
    await finish(runner, task, 'failed');
    expect(await stored.item(item.id)).toMatchObject({ isApproved: true, rejectionReason: null });
    expect(await stored.item(sibling.id)).toMatchObject(closed);
  });

  test('reopened, its next agent does not see the question', async () => {
    const { owner, runner, task } = await stack.newRequest();
    await finish(runner, task, 'failed');
    await owner.client.call(routes.patchTask, { params: { id: task.id }, body: { status: 'pending' } });
    expect(await runner.claim()).toMatchObject({ id: task.id, openItems: [] });
  });

  test('is only for its holder: another container and an older claim change nothing', async () => {
    const { owner, runner, task, item } = await stack.newRequest();
    const other = await stack.newRunner(owner);
    for (const [who, epoch] of [
      [other, task.epoch],
      [runner, task.epoch - 1],
    ] as const) {
      expect(await refusal(finish(who, { id: task.id, epoch }, 'completed'))).toMatchObject({ code: 'stale_epoch' });
    }
    expect(await stored.task(task.id)).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1 });
    expect(await stored.item(item.id)).toMatchObject({ isApproved: null });
  });
});

describe('the end of a task whose owner has just written', () => {
  const write = async () => {
    const { owner, runner, task, item } = await stack.newRequest();
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: null });
    await owner.client.call(routes.postTaskMessage, { params: { id: task.id }, body: { text: 'One thing more' } });
    return { owner, runner, task };
  };

  test('completed: it waits to be claimed again, with its times kept', async () => {
    const { owner, runner, task } = await write();
    const before = await stored.task(task.id);
    const id = newId();
    await finish(runner, task, 'completed', id);
    await finish(runner, task, 'completed', id); // the reply was lost
    const after = await stored.task(task.id);
    expect(after).toMatchObject({ status: 'pending', containerId: runner.containerId, parkedContainerId: null });
    expect(after).toMatchObject({ completedAt: null, waitedMs: before?.waitedMs, undecidedCount: 0 });
    expect(after?.workedMs).toBeGreaterThanOrEqual(before?.workedMs ?? 0);
    expect(await stored.pendingCount(owner.projectId)).toBe(0);
    const again = await runner.claim();
    expect(again).toMatchObject({ id: task.id, reopened: true, messages: [{ text: 'One thing more' }] });
  });

  test('failed: its owner is told why, and decides whether it goes on', async () => {
    const { runner, task } = await write();
    await finish(runner, task, 'failed');
    expect(await stored.task(task.id)).toMatchObject({ status: 'failed' });
  });
});

describe('the address of a pull request', () => {
  const finishWith = async (pullRequestUrl: string) => {
    const { runner, task } = await stack.newRequest();
    const item = { id: newId(), type: 'completion', title: 'Done' } as const;
    const body = { epoch: task.epoch, status: 'completed', item, pullRequestUrl } as const;
    const finished = runner.client.call(agentRoutes.finish, { params: { taskId: task.id }, body });
    return { taskId: task.id, finished };
  };

  test.each(['https://github.com/acme/hello/pull/1', 'http://127.0.0.1:9/acme/hello/pull/1'])(
    'is %s: at GitHub, or at the git host of this deployment',
    async (url) => {
      const { taskId, finished } = await finishWith(url);
      await finished;
      expect(await stored.task(taskId)).toMatchObject({ status: 'completed', pullRequestUrl: url });
    },
  );

  test.each([
    'http://github.com/acme/hello/pull/1',
    'https://github.com.evil.example/acme/hello/pull/1',
    'https://evil.example/acme/hello/pull/1',
    'https://me:secret@github.com/acme/hello/pull/1',
    'https://github.com/login',
    'http://127.0.0.1:90/acme/hello/pull/1',
    'javascript:alert(1)',
    'pull/1',
  ])('is not %s, and the task goes on', async (url) => {
    const { taskId, finished } = await finishWith(url);
    expect(await refusal(finished)).toMatchObject({ status: 400, code: 'invalid' });
    expect(await stored.task(taskId)).toMatchObject({ status: 'awaiting_approval', pullRequestUrl: null });
  });
});

test('a completion asks for no approval, which nobody would wait for', async () => {
  const { runner, task } = await stack.newRequest();
  const item = { id: newId(), type: 'completion', title: 'The end', needsApproval: true } as const;
  const end = runner.client.call(agentRoutes.finish, {
    params: { taskId: task.id },
    body: { epoch: task.epoch, status: 'completed', item },
  });
  expect(await refusal(end)).toMatchObject({ status: 400, code: 'invalid' });
  expect(await stored.task(task.id)).toMatchObject({ status: 'awaiting_approval' });
});
