import { createClient, routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { describe, expect, test } from 'vitest';
import { containers } from '../store/firestore.ts';
import { sweep } from '../sweep/sweep.ts';
import { inSeconds, newNonce, newTask, refusal, useStack, type TestOwner } from '../testing/agents.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { startCodeOf } from '../tokens/start-code.ts';

useTestEnvironment();
const stack = useStack();

const taskOf = ({ client }: TestOwner, id: string) => client.call(routes.getTask, { params: { id } });
const isOver = { status: 'failed', canStop: false, isStopping: false };
/** Notes that the server has started a container as often as it may without progress. */
const startedTooOften = (id: string) => containers().doc(id).update({ autoStarts: 5 });

describe('Stop that a task’s agent has not heard of when it leaves', () => {
  /** An agent works on a task, its owner presses Pause and Stop, and says `message`. */
  async function stopped(message?: string) {
    const owner = await stack.newOwner();
    const params = { id: (await newTask(owner)).id };
    const runner = await stack.newRunner(owner);
    await runner.claim();
    await owner.client.call(routes.postTaskStop, { params });
    if (message !== undefined) await owner.client.call(routes.postTaskMessage, { params, body: { text: message } });
    expect(await taskOf(owner, params.id)).toMatchObject({ status: 'running', isStopping: true });
    await owner.client.call(routes.pauseContainer, { params: { id: runner.containerId } });
    return { owner, id: params.id, runner };
  }

  test('ends the task then, as nobody may ever start to hear of it', async () => {
    const { owner, id, runner } = await stopped();
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    expect(await taskOf(owner, id)).toMatchObject(isOver);
    const items = await owner.client.call(routes.listTaskItems, { params: { id } });
    expect(items.at(-1)).toMatchObject({ type: 'completion', title: 'Task failed', author: 'system' });
    await owner.client.call(routes.patchTask, { params: { id }, body: { status: 'pending' } });
    expect(await taskOf(owner, id)).toMatchObject({ status: 'pending', isStopping: false });
  });

  test('also where it is lost', async () => {
    const { owner, id } = await stopped();
    await sweep(inSeconds(61));
    expect(await taskOf(owner, id)).toMatchObject(isOver);
  });

  test('but its owner’s message since is heard by the next one', async () => {
    const { owner, id, runner } = await stopped('Go on');
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    expect(await taskOf(owner, id)).toMatchObject({ status: 'pending' });
  });

  test('nor when it had asked something', async () => {
    const { owner, runner, task } = await stack.newRequest();
    const params = { id: task.id };
    await owner.client.call(routes.pauseContainer, { params: { id: runner.containerId } });
    expect(await owner.client.call(routes.postTaskStop, { params })).toMatchObject({ isStopping: true });
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    expect(await taskOf(owner, task.id)).toMatchObject(isOver);
  });

  test('nor when its container ends for the last time, started too often to be started again', async () => {
    const { owner, runner, task } = await stack.newRequest();
    await startedTooOften(runner.containerId);
    await owner.client.call(routes.postTaskStop, { params: { id: task.id } });
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'rejected', isStopping: true });
    await runner.client.call(agentRoutes.exit, { body: { reason: 'crashed' } });
    expect(await taskOf(owner, task.id)).toMatchObject(isOver);
  });

  test('nor when the last start to tell it of that is refused', async () => {
    const { owner, runner, task } = await stack.newRequest();
    await runner.client.call(agentRoutes.exit, { body: { reason: 'waiting' } });
    await owner.client.call(routes.postTaskStop, { params: { id: task.id } });
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'rejected', isStopping: true });
    await containers().doc(runner.containerId).update({ imageTag: 'no-longer-allowed', autoStarts: 4 });
    // The start that a sweep promises may be another one's to try.
    const statusAfterSweep = async () => sweep(inSeconds(30)).then(async () => (await taskOf(owner, task.id)).status);
    await expect.poll(statusAfterSweep).toBe('failed');
    expect(await taskOf(owner, task.id)).toMatchObject(isOver);
    const found = await containers().doc(runner.containerId).get();
    expect(found.data()).toMatchObject({ status: 'paused', desired: 'running', autoStarts: 5 });
  });

  test.each(['was paused', 'was started too often'])('nor when its container, which %s, falls silent', async (what) => {
    const { owner, runner, task } = await stack.newRequest();
    const params = { id: runner.containerId };
    if (what === 'was paused') await owner.client.call(routes.pauseContainer, { params });
    else await startedTooOften(runner.containerId);
    await owner.client.call(routes.postTaskStop, { params: { id: task.id } });
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'rejected', isStopping: true });
    await sweep(inSeconds(61));
    expect((await containers().doc(runner.containerId).get()).data()).toMatchObject({ status: 'paused', epoch: 1 });
    expect(await taskOf(owner, task.id)).toMatchObject(isOver);
  });

  test('nor when the runner of the last start to tell it of that is too old', async () => {
    const { owner, runner, task } = await stack.newRequest();
    await runner.client.call(agentRoutes.exit, { body: { reason: 'waiting' } });
    await containers().doc(runner.containerId).update({ autoStarts: 4 });
    await owner.client.call(routes.postTaskStop, { params: { id: task.id } });
    await sweep(inSeconds(30));
    const body = { code: startCodeOf(runner.containerId, 2), nonce: newNonce(), protocol: 0 };
    const exchange = createClient({ baseUrl: stack.agentUrl() }).call(agentRoutes.exchange, { body });
    expect(await refusal(exchange)).toMatchObject({ code: 'conflict' });
    expect(await taskOf(owner, task.id)).toMatchObject(isOver);
  });
});

test('Stop of a task whose agent had asked something, of a container that is started no more, ends it at once', async () => {
  const { owner, runner, task } = await stack.newRequest();
  await startedTooOften(runner.containerId);
  await runner.client.call(agentRoutes.exit, { body: { reason: 'crashed' } });
  await sweep(inSeconds(61));
  expect(await taskOf(owner, task.id)).toMatchObject({ status: 'awaiting_approval', canStop: true });
  const params = { id: task.id };
  expect(await owner.client.call(routes.postTaskStop, { params })).toMatchObject(isOver);
  expect(await owner.client.call(routes.listApprovals)).toEqual([]);
});

describe('Stop of a task whose agent had asked something before its container was paused', () => {
  async function asking() {
    const { owner, runner, task, item, hash } = await stack.newRequest();
    await owner.client.call(routes.pauseContainer, { params: { id: runner.containerId } });
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    expect(await taskOf(owner, task.id)).toMatchObject({ status: 'awaiting_approval', canStop: true });
    return { owner, id: task.id, item, hash: hash ?? null };
  }
  test('ends it at once, and its question with it', async () => {
    const { owner, id, item } = await asking();
    expect(await owner.client.call(routes.postTaskStop, { params: { id } })).toMatchObject(isOver);
    expect(await owner.client.call(routes.listApprovals)).toEqual([]);
    const closed = await owner.client.call(routes.getTaskItem, { params: { id: item.id } });
    expect(closed).toMatchObject({ isApproved: false, isClosed: true, rejectionReason: 'The task was stopped' });
  });

  test('also comes with a rejection, or after one', async () => {
    for (const isAtOnce of [true, false]) {
      const { owner, id, item, hash } = await asking();
      const reject = (stop: boolean) =>
        owner.client.call(routes.rejectTaskItem, {
          params: { id: item.id },
          body: { reason: 'Not this', stop },
          ifMatch: hash,
        });
      if (!isAtOnce) await reject(false);
      expect(await reject(true)).toMatchObject({ isApproved: false, rejectionReason: 'Not this' });
      expect(await taskOf(owner, id)).toMatchObject(isOver);
    }
  });
});
