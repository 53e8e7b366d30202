import { MESSAGES_WAITING_MAX, routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test, vi } from 'vitest';
import { commit } from '../effects/transact.ts';
import { containers, db, projects, taskItems, tasks } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';
import { handlers } from '../outbox-handlers.ts';
import { registerHandlers } from '../outbox/handler.ts';
import { env } from '../settings/env.ts';
import { sweep } from '../sweep/sweep.ts';
import { inSeconds, newTask, refusal, request, useStack, type TestOwner, type TestRunner } from '../testing/agents.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { sendMessage } from './send-message.ts';

useTestEnvironment();
const stack = useStack();

const say = ({ client }: TestOwner, id: string, text = 'Go on') =>
  client.call(routes.postTaskMessage, { params: { id }, body: { text } });
const exit = ({ client }: TestRunner, reason: 'idle' | 'waiting' | 'paused', taskId?: string) =>
  client.call(agentRoutes.exit, { body: { reason, taskId } });
/** Long enough ago for a runner that listened to have heard it. */
async function sayBefore(owner: TestOwner, taskId: string): Promise<void> {
  const { id } = await say(owner, taskId);
  const before = inSeconds(-env().FREE_WAIT_SECONDS - 1);
  await taskItems().doc(id).update({ createdAt: before });
}
const containerOf = async ({ containerId }: TestRunner) => (await containers().doc(containerId).get()).data();
const claim = ({ client }: TestRunner) => client.call(agentRoutes.claim, { body: {} });

describe('a message on a task whose container left while it waited', () => {
  test('starts it once; its agent gets it with the question still open, which is decided as usual', async () => {
    const { owner, runner, task, item } = await stack.newRequest();
    await exit(runner, 'waiting');
    await say(owner, task.id);
    expect(await containerOf(runner)).toMatchObject({ status: 'pending', epoch: 2 });

    const second = await stack.runnerOf(runner.containerId, 2);
    const again = await second.claim();
    expect(again).toMatchObject({ id: task.id, epoch: task.epoch + 1, resumed: true, messages: [{ text: 'Go on' }] });
    expect(again.openItems).toMatchObject([{ id: item.id, isApproved: null, grant: 'unused' }]);
    expect((await tasks().doc(task.id).get()).data()).toMatchObject({ status: 'awaiting_approval', undecidedCount: 1 });
    expect((await projects().doc(owner.projectId).get()).data()).toMatchObject({ pendingApprovalCount: 1 });
    const messageIds = again.messages.map(({ id }) => id);
    const params = { taskId: task.id };
    await second.client.call(agentRoutes.acknowledge, { params, body: { epoch: again.epoch, messageIds } });
    await second.record(again, item); // its agent asks the same again
    await second.client.call(agentRoutes.heartbeat, { body: { taskId: task.id, epoch: again.epoch } });
    await exit(second, 'waiting');
    await sweep();
    expect(await containerOf(runner)).toMatchObject({ status: 'paused', epoch: 2 });

    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: null });
    const third = await stack.runnerOf(runner.containerId, 3);
    expect((await third.claim()).openItems).toMatchObject([{ id: item.id, isApproved: true }]);
  });

  test('does not start it again if it ends without having claimed the task', async () => {
    const { owner, runner, task } = await stack.newRequest();
    await exit(runner, 'waiting');
    await say(owner, task.id);
    await exit(await stack.runnerOf(runner.containerId, 2), 'idle');
    await sweep();
    expect(await containerOf(runner)).toMatchObject({ status: 'paused', epoch: 2 });
    await say(owner, task.id, 'And this');
    expect(await containerOf(runner)).toMatchObject({ status: 'pending', epoch: 3 });
    const third = await stack.runnerOf(runner.containerId, 3);
    expect((await third.claim()).messages).toMatchObject([{ text: 'Go on' }, { text: 'And this' }]);
  });

  test('starts nothing that its owner paused; Resume delivers it', async () => {
    const { owner, runner, task } = await stack.newRequest();
    const params = { id: runner.containerId };
    await owner.client.call(routes.pauseContainer, { params });
    await exit(runner, 'paused');
    await say(owner, task.id);
    await sweep();
    expect(await containerOf(runner)).toMatchObject({ status: 'paused' });
    await owner.client.call(routes.resumeContainer, { params });
    const second = await stack.runnerOf(runner.containerId, 2);
    expect(await second.claim()).toMatchObject({ id: task.id, messages: [{ text: 'Go on' }] });
  });
});

test('a message that came instead of the decision starts nothing when the runner leaves', async () => {
  const { owner, runner, task } = await stack.newRequest();
  // It was heard, as the runner has waited anew since, and in vain.
  await sayBefore(owner, task.id);
  await exit(runner, 'waiting', task.id);
  await sweep();
  expect(await containerOf(runner)).toMatchObject({ status: 'paused', epoch: 1, autoStarts: 0 });
});

test('a message on a parked task, that came while its container waited on another one, starts it once', async () => {
  const { owner, runner, task } = await stack.newRequest();
  await exit(runner, 'waiting', task.id);
  await newTask(owner);
  await owner.client.call(routes.resumeContainer, { params: { id: runner.containerId } });
  const second = await stack.runnerOf(runner.containerId, 2);
  const other = await second.claim();
  await second.record(other, request());
  await sayBefore(owner, task.id);
  await exit(second, 'waiting', other.id);
  expect(await containerOf(runner)).toMatchObject({ status: 'pending', epoch: 3 });
  const third = await stack.runnerOf(runner.containerId, 3);
  expect(await third.claim()).toMatchObject({ id: task.id, messages: [{ text: 'Go on' }] });
  // Even if it could not deliver it.
  await exit(third, 'waiting', task.id);
  await sweep();
  expect(await containerOf(runner)).toMatchObject({ status: 'paused', epoch: 3 });
});

test('a message that came while the runner left, and was no longer listening, starts its container again', async () => {
  const { owner, runner, task } = await stack.newRequest();
  await say(owner, task.id);
  await exit(runner, 'waiting');
  expect(await containerOf(runner)).toMatchObject({ status: 'pending', epoch: 2 });
  const second = await stack.runnerOf(runner.containerId, 2);
  expect(await second.claim()).toMatchObject({ id: task.id, messages: [{ text: 'Go on' }] });
});

test('a message that came while the runner left starts its container even if the server ends at that moment', async () => {
  const { owner, runner, task } = await stack.newRequest();
  await say(owner, task.id);
  registerHandlers({ ...handlers, one: { ...handlers.one, follow_exit: async () => 'later' } });
  await exit(runner, 'waiting', task.id);
  registerHandlers(handlers);
  expect(await containerOf(runner)).toMatchObject({ status: 'paused', epoch: 1 });
  await sweep();
  // The same sweep may already have seen it run.
  expect((await containerOf(runner))?.epoch).toBe(2);
});

test('a task that waits for its owner is claimed only for a message, and by its own container', async () => {
  const { owner, runner, task } = await stack.newRequest();
  await exit(runner, 'waiting');
  await owner.client.call(routes.resumeContainer, { params: { id: runner.containerId } });
  const second = await stack.runnerOf(runner.containerId, 2);
  expect(await claim(second)).toEqual({ directive: 'run', task: null });
  const other = await stack.newRunner(owner);
  const heard = second.client.call(agentRoutes.wait, { body: { itemIds: [], forWork: true, timeoutSeconds: 20 } });
  await stack.untilHeld();
  await say(owner, task.id);
  expect(await heard).toMatchObject({ work: true });
  expect(await claim(other)).toEqual({ directive: 'run', task: null });
  expect(await second.claim()).toMatchObject({ id: task.id });
});

describe('a message on a task that has ended', () => {
  const finish = (runner: TestRunner, { id: taskId, epoch }: { id: string; epoch: number }) =>
    runner.client.call(agentRoutes.finish, {
      params: { taskId },
      body: { epoch, status: 'completed', item: { id: newId(), type: 'completion', title: 'Done' } },
    });

  test('reopens it: its container goes on with the message', async () => {
    const { owner, runner, task } = await stack.newRequest();
    await finish(runner, task);
    await exit(runner, 'idle');
    await say(owner, task.id, 'And the tests');
    expect((await tasks().doc(task.id).get()).data()).toMatchObject({ status: 'pending', completedAt: null });
    expect(await containerOf(runner)).toMatchObject({ status: 'pending', epoch: 2 });
    const second = await stack.runnerOf(runner.containerId, 2);
    expect(await second.claim()).toMatchObject({ id: task.id, reopened: true, messages: [{ text: 'And the tests' }] });
  });

  test('also if it ends while the message is sent: no message is lost', async () => {
    const { owner, runner, task } = await stack.newRequest();
    const run = db().runTransaction.bind(db());
    vi.spyOn(db(), 'runTransaction').mockImplementationOnce(async (...args) => {
      await finish(runner, task);
      return run(...args);
    });
    await sendMessage({ userId: owner.userId }, task.id, 'Wait');
    expect(await runner.claim()).toMatchObject({ id: task.id, reopened: true, messages: [{ text: 'Wait' }] });
  });
});

describe('a message that is sent again because its reply was lost', () => {
  const send = ({ client }: TestOwner, id: string, text: string, key: string) =>
    client.call(routes.postTaskMessage, { params: { id }, body: { text }, headers: { 'Idempotency-Key': key } });

  test('is the same message, and reopens and starts nothing a second time', async () => {
    const { owner, runner, task } = await stack.newRequest();
    await exit(runner, 'waiting');
    const key = newId();
    const [first, second] = [await send(owner, task.id, 'Go on', key), await send(owner, task.id, 'Go on', key)];
    expect(second).toEqual(first);
    expect(await containerOf(runner)).toMatchObject({ status: 'pending', epoch: 2 });
    expect((await (await stack.runnerOf(runner.containerId, 2)).claim()).messages).toMatchObject([{ text: 'Go on' }]);
  });

  test('sent twice at the same time it is one, too; under another key it is another one', async () => {
    const { owner, runner, task } = await stack.newRequest();
    await exit(runner, 'waiting');
    const key = newId();
    const sent = () => atLast(() => send(owner, task.id, 'Go on', key));
    const same = await Promise.all([sent(), sent()]);
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    await send(owner, task.id, 'Go on', newId());
    const { messages } = await (await stack.runnerOf(runner.containerId, 2)).claim();
    expect(messages).toMatchObject([{ text: 'Go on' }, { text: 'Go on' }]);
  });

  test('is that message also where so many wait by now that no other may be sent', async () => {
    const { owner, runner, task } = await stack.newRequest();
    const key = newId();
    const first = await send(owner, task.id, 'Go on', key);
    const stored = (await taskItems().doc(first.id).get()).data();
    if (!stored) throw new Error('The message is not stored');
    const copies = Array.from({ length: MESSAGES_WAITING_MAX - 1 }, () => ({ ...stored, id: newId() }));
    await commit((writer) => copies.forEach((copy) => writer.create(taskItems().doc(copy.id), copy)));
    expect(await refusal(say(owner, task.id, 'One too many'))).toMatchObject({ status: 429, code: 'quota_exceeded' });
    expect((await send(owner, task.id, 'Go on', key)).id).toBe(first.id);
    await runner.client.call(agentRoutes.acknowledge, {
      params: { taskId: task.id },
      body: { epoch: task.epoch, messageIds: [first.id] },
    });
    expect(await say(owner, task.id, 'Once it has received one')).toMatchObject({ taskId: task.id });
  });

  test('cannot have another text under its key; a key belongs to one task, and must be valid', async () => {
    const { owner, task } = await stack.newRequest();
    const other = await newTask(owner);
    const key = newId();
    await send(owner, task.id, 'Go on', key);
    await expect(send(owner, task.id, 'Stop that', key)).rejects.toMatchObject({ status: 409 });
    expect(await send(owner, other.id, 'Stop that', key)).toMatchObject({ taskId: other.id, content: 'Stop that' });
    for (const bad of ['short', 'x'.repeat(65), 'with a blank'])
      await expect(send(owner, task.id, 'Go on', bad)).rejects.toMatchObject({
        status: 400,
        reply: { code: 'invalid', issues: [{ path: ['Idempotency-Key'] }] },
      });
  });
});
