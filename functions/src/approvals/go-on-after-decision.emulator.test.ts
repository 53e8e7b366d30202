import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { auditEvents, containers, taskItems, tasks } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { runtime } from '../runtime/cloud-run.ts';
import { sweep } from '../sweep/sweep.ts';
import { inSeconds, newTask, refusal, request, useStack, type TestOwner } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment();
const stack = useStack();

const approve = ({ client }: TestOwner, id: string, hash?: string) =>
  client.call(routes.approveTaskItem, { params: { id }, body: {}, ifMatch: hash ?? null });
const taskOf = ({ client }: TestOwner, id: string) => client.call(routes.getTask, { params: { id } });

describe('a container that left while it waited', () => {
  test('is started again by the decision, with the decision to be carried out', async () => {
    const { owner, runner, task, item, hash } = await stack.newRequest({ reference: 'call-7' });
    await runner.client.call(agentRoutes.exit, { body: { reason: 'waiting' } });
    const params = { id: runner.containerId };
    expect(await owner.client.call(routes.getContainer, { params })).toMatchObject({
      status: 'paused',
      message: 'Waiting for your decision',
    });
    await approve(owner, item.id, hash);
    const started = (await containers().doc(runner.containerId).get()).data();
    expect(started).toMatchObject({ status: 'pending', epoch: 2, autoStarts: 1 });
    const next = await stack.runnerOf(runner.containerId, 2);
    const claimed = await next.claim();
    expect(claimed).toMatchObject({ id: task.id, epoch: task.epoch + 1, resumed: true });
    expect(claimed.openItems).toMatchObject([{ id: item.id, isApproved: true, grant: 'unused', reference: 'call-7' }]);
  });
});

describe('a container that was killed while it waited', () => {
  test('is found dead by the decision, and started again', async () => {
    const { owner, runner, item } = await stack.newRequest();
    const ref = containers().doc(runner.containerId);
    const { execution } = (await ref.get()).data() ?? {};
    await runtime().cancel(execution ?? '');
    await expect.poll(async () => (await runtime().observe(execution ?? '')).phase).toBe('ended');
    await ref.update({ heartbeatAt: inSeconds(-31) });
    await approve(owner, item.id);
    expect((await ref.get()).data()).toMatchObject({ status: 'pending', epoch: 2 });
  });
});

describe('a container that is asked to pause and has not ended yet', () => {
  test.each([
    { what: 'an approval after that starts it again', order: ['pause', 'approve'], status: 'pending' },
    { what: 'an approval before that does not: it waits for Resume', order: ['approve', 'pause'], status: 'paused' },
  ])('$what', async ({ order, status }) => {
    const { owner, runner, item } = await stack.newRequest();
    const params = { id: runner.containerId };
    for (const step of order) {
      if (step === 'approve') await approve(owner, item.id);
      else await owner.client.call(routes.pauseContainer, { params });
    }
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    expect(await owner.client.call(routes.getContainer, { params })).toMatchObject({ status });
  });
});

describe('a container that is idle', () => {
  const setUp = async () => {
    const owner = await stack.newOwner();
    const runner = await stack.newRunner(owner);
    const task = await newTask(owner, { status: 'awaiting_approval', containerId: runner.containerId });
    const [question] = await owner.client.call(routes.listApprovals);
    const exit = (reason: 'idle' | 'paused') => runner.client.call(agentRoutes.exit, { body: { reason } });
    const approveStart = () => approve(owner, question?.id ?? '', question?.hash);
    const containerNow = async () => (await containers().doc(runner.containerId).get()).data();
    return { owner, runner, task, exit, approveStart, containerNow };
  };

  test('is started again by the approval of the start of its task', async () => {
    const { runner, task, exit, approveStart, containerNow } = await setUp();
    await exit('idle');
    await approveStart();
    expect(await containerNow()).toMatchObject({ status: 'pending', epoch: 2 });
    expect(await (await stack.runnerOf(runner.containerId, 2)).claim()).toMatchObject({ id: task.id });
  });

  test('is started again when it ends at the moment of that approval', async () => {
    const { exit, approveStart, containerNow } = await setUp();
    await approveStart();
    await exit('idle');
    expect(await containerNow()).toMatchObject({ status: 'pending', epoch: 2 });
  });

  test('is started again by a new task of its own', async () => {
    const { owner, runner, exit, containerNow } = await setUp();
    await exit('idle');
    await newTask(owner, { containerId: runner.containerId });
    expect(await containerNow()).toMatchObject({ status: 'pending', epoch: 2 });
  });

  test('stays paused when its owner paused it', async () => {
    const { owner, runner, task, exit, approveStart, containerNow } = await setUp();
    await owner.client.call(routes.pauseContainer, { params: { id: runner.containerId } });
    await exit('paused');
    await approveStart();
    await newTask(owner, { containerId: runner.containerId });
    await sweep();
    expect(await containerNow()).toMatchObject({ status: 'paused', epoch: 1 });
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'approved' });
  });
});

describe('Stop', () => {
  test('rejects the agent’s open questions; the agent may end the task then', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const task = await runner.claim();
    const items = [request(), request()];
    await runner.record(task, ...items);
    const params = { id: task.id };
    expect(await owner.client.call(routes.postTaskStop, { params })).toMatchObject({ status: 'rejected' });
    expect(await owner.client.call(routes.listApprovals)).toEqual([]);
    const item = { id: newId(), type: 'completion', title: 'Stopped' } as const;
    await runner.client.call(agentRoutes.finish, {
      params: { taskId: task.id },
      body: { epoch: task.epoch, status: 'failed', item },
    });
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'failed' });
  });

  test.each(['approved', 'rejected'] as const)(
    'reaches the agent of a task that is %s, whose container had left and is about to go on',
    async (status) => {
      const { owner, runner, task, item, hash } = await stack.newRequest();
      await runner.client.call(agentRoutes.exit, { body: { reason: 'waiting' } });
      if (status === 'approved') await approve(owner, item.id, hash);
      else
        await owner.client.call(routes.rejectTaskItem, {
          params: { id: item.id },
          body: { reason: 'No' },
          ifMatch: hash ?? null,
        });
      const params = { id: task.id };
      expect(await taskOf(owner, task.id)).toMatchObject({ status, canStop: true, isStopping: false });
      const stopped = await owner.client.call(routes.postTaskStop, { params });
      expect(stopped).toMatchObject({ status, isStopping: true });
      const next = await stack.runnerOf(runner.containerId, 2);
      const { id: taskId, epoch } = await next.claim();
      expect(taskId).toBe(task.id);
      expect(await next.client.call(agentRoutes.heartbeat, { body: { taskId, epoch } })).toMatchObject({ stop: true });
      const wait = { taskId, epoch, itemIds: [], timeoutSeconds: 20 };
      expect(await next.client.call(agentRoutes.wait, { body: wait })).toMatchObject({ stop: true });
    },
  );

  describe('of a task that its container has left before the end', () => {
    /** The container was paused while it worked on `task`; `untouched` nobody has begun. */
    async function left() {
      const owner = await stack.newOwner();
      const { id } = await newTask(owner);
      const untouched = await newTask(owner, { priority: 0 });
      const runner = await stack.newRunner(owner);
      expect(await runner.claim()).toMatchObject({ id });
      const container = { id: runner.containerId };
      await owner.client.call(routes.pauseContainer, { params: container });
      await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
      const stop = (taskId: string) => owner.client.call(routes.postTaskStop, { params: { id: taskId } });
      return { owner, id, untouched, container, stop };
    }

    test('ends it at once, and nobody takes it up before it is reopened', async () => {
      const { owner, id, untouched, container, stop } = await left();
      expect(await taskOf(owner, id)).toMatchObject({ status: 'pending', canStop: true, isStopping: false });
      const stopped = await stop(id);
      expect(stopped).toMatchObject({ status: 'failed', canStop: false, isStopping: false, limits: null });
      expect(stopped.completedAt).not.toBeNull();
      const items = await owner.client.call(routes.listTaskItems, { params: { id } });
      expect(items.at(-1)).toMatchObject({
        ...{ type: 'completion', title: 'Task failed', author: 'system' },
        content: 'Stopped by its owner. Reopen the task to continue.',
      });
      expect(await refusal(stop(id)), 'it has ended').toMatchObject({ status: 409, code: 'conflict' });
      await owner.client.call(routes.resumeContainer, { params: container });
      const next = await stack.runnerOf(container.id, 2);
      expect(await next.claim()).toMatchObject({ id: untouched.id });
    });

    test('is refused where nobody has begun', async () => {
      const { owner, untouched, stop } = await left();
      expect(await taskOf(owner, untouched.id)).toMatchObject({ status: 'pending', canStop: false });
      expect(await refusal(stop(untouched.id))).toMatchObject({ status: 409, code: 'conflict' });
    });

    test('also reaches it once that container is deleted: another would go on with what was redeemed', async () => {
      const { owner, id, container, stop } = await left();
      await owner.client.call(routes.deleteContainer, { params: container });
      await expect.poll(async () => (await taskOf(owner, id)).containerId).toBeNull();
      expect(await taskOf(owner, id)).toMatchObject({ status: 'pending', canStop: true });
      expect(await stop(id)).toMatchObject({ status: 'failed' });
    });

    test('closes a card of limits, and lets a message reopen it', async () => {
      const { owner, id, stop } = await left();
      const pattern = { kind: 'command' as const, words: ['npm', 'test'], rest: 'none' as const };
      const body = { patterns: [pattern], steps: 3, minutes: 10, budget: null };
      const card = await owner.client.call(routes.postTaskLimits, { params: { id }, body });
      await stop(id);
      expect(await owner.client.call(routes.getTaskItem, { params: { id: card.id } })).toMatchObject({
        ...{ isApproved: false, isClosed: true, rejectionReason: 'The task was stopped' },
      });
      await owner.client.call(routes.postTaskMessage, { params: { id }, body: { text: 'Go on' } });
      expect(await taskOf(owner, id)).toMatchObject({ status: 'pending', completedAt: null });
    });

    test('also comes with the rejection of its card of limits', async () => {
      const { owner, id } = await left();
      const pattern = { kind: 'command' as const, words: ['npm', 'test'], rest: 'none' as const };
      const body = { patterns: [pattern], steps: 3, minutes: 10, budget: null };
      const card = await owner.client.call(routes.postTaskLimits, { params: { id }, body });
      const rejected = await owner.client.call(routes.rejectTaskItem, {
        params: { id: card.id },
        body: { reason: 'Enough', stop: true },
        ifMatch: null,
      });
      expect(rejected).toMatchObject({ isApproved: false, rejectionReason: 'Enough' });
      expect(await taskOf(owner, id)).toMatchObject({ status: 'failed', canStop: false });
    });
  });

  test('ends an approval that could still be undone: the agent was never told of it', async () => {
    const { owner, task, item } = await stack.newRequest();
    const hold = { seconds: 10, key: newId() };
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: { hold }, ifMatch: null });
    await owner.client.call(routes.postTaskStop, { params: { id: task.id } });
    const stored = await owner.client.call(routes.getTaskItem, { params: { id: item.id } });
    const rejectionReason = 'Stopped before the approval reached the agent';
    expect(stored).toMatchObject({ isApproved: false, rejectionReason, releaseAt: null });
    expect((await tasks().doc(task.id).get()).data()?.heldUntil).toBeNull();
  });

  test('is refused before the start is approved: the agent of the approved task would get it', async () => {
    const owner = await stack.newOwner();
    const { id } = await newTask(owner, { status: 'awaiting_approval' });
    const stop = owner.client.call(routes.postTaskStop, { params: { id } });
    expect(await refusal(stop)).toMatchObject({ status: 409, code: 'conflict' });
    const [question] = await owner.client.call(routes.listApprovals);
    await approve(owner, question?.id ?? '', question?.hash);
    const runner = await stack.newRunner(owner);
    const { epoch } = await runner.claim();
    expect(await runner.client.call(agentRoutes.heartbeat, { body: { taskId: id, epoch } })).toMatchObject({
      stop: false,
    });
  });
});

describe('a rejection that stops the task', () => {
  test('rejects the other open questions, and the agent gets both at once', async () => {
    const { owner, runner, task, item } = await stack.newRequest();
    const other = request({ title: 'Another way' });
    await runner.record(task, other);
    const { client } = owner;
    const body = { reason: 'Not in here', stop: true, noOtherWay: true };
    const rejectionReason = 'Not in here\n\nDo not try to do this in another way.';
    const rejected = await client.call(routes.rejectTaskItem, { params: { id: item.id }, body, ifMatch: null });
    expect(rejected).toMatchObject({ isApproved: false, rejectionReason });
    expect(await client.call(routes.listApprovals)).toEqual([]);
    const stopped = await client.call(routes.getTaskItem, { params: { id: other.id } });
    expect(stopped).toMatchObject({ isApproved: false, rejectionReason: 'Stopped' });
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'rejected' });
    const project = await client.call(routes.getProject, { params: { id: owner.projectId } });
    expect(project.pendingApprovalCount).toBe(0);
    const wait = { taskId: task.id, epoch: task.epoch, itemIds: [item.id, other.id], timeoutSeconds: 1 };
    const told = await runner.client.call(agentRoutes.wait, { body: wait });
    expect(told).toMatchObject({ stop: true });
    const own = told.decisions.find(({ itemId }) => itemId === item.id);
    expect(own).toMatchObject({ rejectionReason });
    expect(own?.byStop, "its owner's own rejection").toBeUndefined();
    expect(told.decisions.find(({ itemId }) => itemId === other.id)?.byStop).toBe(true);
    const again = await client.call(routes.rejectTaskItem, { params: { id: item.id }, body, ifMatch: null });
    expect(again, 'sent again').toMatchObject({ isApproved: false });
  });

  test('also stops it after a mere rejection, once, whether its agent waits, has the decision or goes on', async () => {
    const asked = await stack.newRequest();
    const { owner, runner, task } = asked;
    const rejects = (id: string, stop: boolean) =>
      owner.client.call(routes.rejectTaskItem, {
        params: { id },
        body: { reason: 'No', ...(stop && { stop }) },
        ifMatch: null,
      });
    const stopped = async () => (await tasks().doc(task.id).get()).data()?.stopRequestedAt ?? null;
    const forget = () => tasks().doc(task.id).update({ stopRequestedAt: null });
    // It also waits for another decision.
    const other = request({ title: 'Another way' });
    await runner.record(task, other);
    await rejects(asked.item.id, false);
    expect(await stopped()).toBeNull();
    expect(await rejects(asked.item.id, true)).toMatchObject({ isApproved: false, rejectionReason: 'No' });
    expect(await stopped()).not.toBeNull();
    const open = await owner.client.call(routes.getTaskItem, { params: { id: other.id } });
    expect(open).toMatchObject({ isApproved: false, rejectionReason: 'Stopped' });
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'rejected' });
    // Its agent has received it and goes on with what its owner says next: the same again stops nothing.
    await forget();
    await rejects(asked.item.id, true);
    expect(await stopped()).toBeNull();
    // All is decided, but it has not gone on yet.
    await rejects(other.id, true);
    expect(await stopped()).not.toBeNull();
    await forget();
    // It goes on.
    await tasks().doc(task.id).update({ status: 'running' });
    const [past] = (await owner.client.call(routes.listTaskItems, { params: { id: task.id } })).filter(
      ({ id }) => id === other.id,
    );
    expect(past?.children).toHaveLength(1);
    await rejects(other.id, true);
    expect(await stopped()).toBeNull();
    await taskItems().doc(other.id).update({ stopsAgent: false });
    await rejects(other.id, true);
    expect(await stopped()).not.toBeNull();
    const events = await auditEvents().where('subjectId', '==', asked.item.id).get();
    expect(events.docs.map((event) => event.data().action)).toEqual(['item_rejected']);
  });

  test('is only a rejection where no agent is at work', async () => {
    const owner = await stack.newOwner();
    const { id } = await newTask(owner, { status: 'awaiting_approval' });
    const [question] = await owner.client.call(routes.listApprovals);
    const params = { id: question?.id ?? '' };
    await owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'Later', stop: true }, ifMatch: null });
    expect(await taskOf(owner, id)).toMatchObject({ status: 'rejected' });
    expect(await owner.client.call(routes.getRejectionReasons)).toEqual({
      reasons: [{ reason: 'Later', count: 1, repeatedIn: [] }],
    });
  });

  test('starts an agent that had left, to give it both', async () => {
    const { owner, runner, item } = await stack.newRequest();
    await runner.client.call(agentRoutes.exit, { body: { reason: 'waiting' } });
    const params = { id: item.id };
    await owner.client.call(routes.rejectTaskItem, { params, body: { reason: 'No', stop: true }, ifMatch: null });
    expect((await containers().doc(runner.containerId).get()).data()).toMatchObject({ status: 'pending', epoch: 2 });
  });
});
