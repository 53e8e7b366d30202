import { routes } from '@countersign/contract';
import { agentRoutes, type ClaimedTask, type ModelUsage } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import { endContainer } from '../containers/reconcile/end-container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { commit } from '../effects/transact.ts';
import { newId } from '../lib/id.ts';
import { containers } from '../store/firestore.ts';
import { newContainer, newNonce, newTask, refusal, request, useStack, type TestRunner } from '../testing/agents.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';

useTestEnvironment({
  MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
  MODEL_NAME: 'big',
  MODEL_PRICES: JSON.stringify({ big: { input: 10, output: 100, cached: 1 } }),
});
const stack = useStack();

const tokens = (model: string, inputTokens: number, outputTokens = 0, cachedTokens = 0) => ({
  model,
  inputTokens,
  outputTokens,
  cachedTokens,
});
/** The report of a runner whose models have worked for one task only. */
const told = (taskId: string, ...models: ReturnType<typeof tokens>[]): ModelUsage => ({
  inputTokens: models.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
  outputTokens: models.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  models,
  tasks: [{ taskId, models }],
});
const beat = ({ client }: TestRunner, usage: ModelUsage, task?: ClaimedTask) =>
  client.call(agentRoutes.heartbeat, { body: { taskId: task?.id, epoch: task?.epoch, usage } });

async function workedOn(fields: Record<string, unknown> = {}) {
  const owner = await stack.newOwner();
  const { id } = await newTask(owner, fields);
  const runner = await stack.newRunner(owner);
  const task = await runner.claim();
  const params = { id };
  const seen = {
    task: async () => (await owner.client.call(routes.getTask, { params })).usage,
    project: () => owner.client.call(routes.getProjectUsage, { params: { id: owner.projectId } }),
    container: async (containerId = runner.containerId) =>
      (await owner.client.call(routes.getContainer, { params: { id: containerId } })).usage,
    budget: async () => (await owner.client.call(routes.getTask, { params })).budget,
  };
  return { owner, runner, task, seen, params };
}

const asked = (amount = 2, unit = 'usd') =>
  request({ type: 'approval_request', toolName: 'budget', toolKind: 'budget', toolParameters: { amount, unit } });

test('tokens and their cost are shown for task, container and project, once, over a restart and by model', async () => {
  const { owner, runner, task, seen } = await workedOn();
  const none = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: null, unpriced: [] };
  for (const look of Object.values(seen).slice(0, 3)) expect(await look()).toEqual(none);
  const first = told(task.id, tokens('big', 1_000, 100, 500));
  const money = { inputTokens: 1_000, outputTokens: 100, cachedTokens: 500, cost: 0.0155, unpriced: [] };
  await beat(runner, first);
  await beat(runner, first, task);
  await beat(runner, told(task.id, tokens('big', 900, 100, 400)));
  for (const look of Object.values(seen).slice(0, 3)) expect(await look()).toEqual(money);
  const exit = {
    reason: 'paused',
    usage: told(task.id, tokens('big', 1_000, 100, 500), tokens('free', 7, 3)),
  } as const;
  await runner.client.call(agentRoutes.exit, { body: exit });
  const both = { ...money, inputTokens: 1_007, outputTokens: 103, unpriced: ['free'] };
  for (const look of Object.values(seen).slice(0, 3)) expect(await look()).toEqual(both);

  await owner.client.call(routes.resumeContainer, { params: { id: runner.containerId } });
  const second = await stack.runnerOf(runner.containerId, 2);
  const again = await second.claim();
  await beat(second, told(again.id, tokens('big', 1_000, 100, 500)));
  const repeated = () => beat(second, told(again.id, tokens('big', 1_000, 100, 500)), again);
  await Promise.all([1, 2, 3].map(() => atLast(repeated)));
  expect(await refusal(beat(runner, told(task.id, tokens('big', 99_000))))).toMatchObject({ code: 'stale_epoch' });
  const sum = { ...both, inputTokens: 2_007, outputTokens: 203, cachedTokens: 1_000, cost: 0.031 };
  for (const look of Object.values(seen).slice(0, 3)) expect(await look()).toEqual(sum);

  // A project's sum is that of all its containers, and outlives them and its tasks.
  const other = await stack.newRunner(owner);
  await beat(other, told(task.id, tokens('big', 0, 100)));
  expect(await seen.task(), 'another container has not worked on it').toEqual(sum);
  expect(await seen.project()).toMatchObject({ outputTokens: 303, cost: 0.041 });
  await owner.client.call(routes.deleteContainer, { params: { id: other.containerId } });
  expect(await seen.project()).toMatchObject({ outputTokens: 303, cost: 0.041 });
});

test('a sum over any number of deleted containers is read without reading them, also where an earlier version deleted some', async () => {
  const { owner, runner, task, seen } = await workedOn();
  await beat(runner, told(task.id, tokens('big', 100, 1)));
  await owner.client.call(routes.deleteContainer, { params: { id: runner.containerId } });
  const look = async () => {
    const input = { params: { id: owner.projectId } };
    const { reply, headers } = await owner.client.callFully(routes.getProjectUsage, input);
    return { reply, reads: Number(/reads;desc="(\d+)"/.exec(headers.get('Server-Timing') ?? '')?.[1]) };
  };
  expect((await look()).reply).toMatchObject({ inputTokens: 100, outputTokens: 1 });
  const deleted = (await containers().doc(runner.containerId).get()).data();
  if (deleted?.status !== 'deleted') throw new Error(`The container is ${deleted?.status}`);
  // Before this was kept, nothing was added to the project.
  await commit((writer) => {
    for (let count = 1; count < 50; count += 1) {
      const copy = { ...deleted, id: newId() };
      writer.create(containers().doc(copy.id), copy);
    }
  });
  const sum = { inputTokens: 5_000, outputTokens: 50 };
  expect((await look()).reply, 'counted anew').toMatchObject(sum);
  const { reply, reads } = await look();
  expect(reply).toMatchObject(sum);
  expect(reads).toBeLessThan(10);
  const other = await stack.newRunner(owner);
  await beat(other, told(task.id, tokens('big', 7)));
  expect(await seen.project(), 'a living one').toMatchObject({ ...sum, inputTokens: 5_007 });
  await owner.client.call(routes.deleteContainer, { params: { id: other.containerId } });
  // The work of the deletion, begun again.
  await Promise.all([1, 2].map(() => endContainer({ subjectId: other.containerId } as OutboxDocument, Infinity)));
  const last = await look();
  expect(last.reply, 'deleted, too').toMatchObject({ ...sum, inputTokens: 5_007 });
  expect(last.reads, 'it was added when it was deleted').toBeLessThan(10);
});

test('a step shows the usage that led to it, also if it was asked and decided', async () => {
  const { owner, runner, task } = await workedOn();
  const item = request();
  const usage = [tokens('big', 1_000, 10), tokens('free', 5)];
  const [hash = ''] = await runner.record(task, item);
  await runner.record(task, { id: item.id, type: item.type, title: item.title, usage: [tokens('big', 1)] });
  await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: hash });
  await runner.record(task, { id: item.id, type: item.type, title: item.title, usage });
  const seen = await owner.client.call(routes.getTaskItem, { params: { id: item.id } });
  expect(seen).toMatchObject({ isApproved: true, hash });
  expect(seen.usage).toEqual({
    inputTokens: 1_005,
    outputTokens: 10,
    cachedTokens: 0,
    cost: 0.011,
    unpriced: ['free'],
  });
});

test('a budget comes with the claim and each heartbeat; an approval adds to it once, a rejection nothing', async () => {
  const { owner, runner, task, seen } = await workedOn({ budget: { amount: 2, unit: 'usd' } });
  expect(task.budget).toMatchObject({ unit: 'usd', amount: 2, left: 2, prices: { big: { input: 10, output: 100 } } });
  const reply = await beat(runner, told(task.id, tokens('big', 0, 25_000)));
  expect(reply.budgets).toMatchObject([{ taskId: task.id, budget: { left: -0.5 } }]);

  const item = asked();
  const [hash = ''] = await runner.record(task, item);
  expect((await owner.client.call(routes.getTaskItem, { params: { id: item.id } })).risk).toMatchObject({
    level: 'medium',
    judged: true,
  });
  await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: null });
  expect(await seen.budget(), 'not before it is redeemed').toEqual({ amount: 2, unit: 'usd', granted: 0 });
  const path = { taskId: task.id, itemId: item.id };
  const redeem = (nonce: string) =>
    runner.client.call(agentRoutes.release, { params: path, body: { epoch: task.epoch, hash, nonce } });
  const nonce = newNonce();
  await redeem(nonce);
  await redeem(nonce);
  expect(await refusal(redeem(newNonce()))).toMatchObject({ code: 'conflict' });
  expect(await seen.budget()).toEqual({ amount: 2, unit: 'usd', granted: 2 });
  expect((await beat(runner, told(task.id), task)).budgets).toMatchObject([{ budget: { left: 1.5 } }]);

  const second = asked();
  const [other = ''] = await runner.record(task, second);
  await owner.client.call(routes.rejectTaskItem, {
    params: { id: second.id },
    body: { reason: 'Enough' },
    ifMatch: null,
  });
  const body = { epoch: task.epoch, hash: other, nonce: newNonce() };
  await runner.client.call(agentRoutes.release, { params: { ...path, itemId: second.id }, body });
  expect(await seen.budget()).toMatchObject({ granted: 2 });

  const call = request({ toolKind: 'budget', toolParameters: { amount: 50, unit: 'usd' } });
  const [third = ''] = await runner.record(task, call);
  await owner.client.call(routes.approveTaskItem, { params: { id: call.id }, body: {}, ifMatch: null });
  const act = { epoch: task.epoch, hash: third, nonce: newNonce() };
  await runner.client.call(agentRoutes.release, { params: { ...path, itemId: call.id }, body: act });
  expect(await seen.budget(), "what an agent calls so is no runner's question").toMatchObject({ granted: 2 });
});

test("a budget's owner may change it: what was approved beyond the former one is over", async () => {
  const { owner, runner, task, seen, params } = await workedOn({ budget: { amount: 1_000, unit: 'tokens' } });
  await beat(runner, told(task.id, tokens('big', 1_500)));
  const item = asked(1_000, 'tokens');
  const [hash = ''] = await runner.record(task, item);
  await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: null });
  const body = { epoch: task.epoch, hash, nonce: newNonce() };
  await runner.client.call(agentRoutes.release, { params: { taskId: task.id, itemId: item.id }, body });
  expect(await seen.budget()).toEqual({ amount: 1_000, unit: 'tokens', granted: 1_000 });
  const patch = (budget: { amount: number; unit: 'usd' | 'tokens' } | null) =>
    owner.client.call(routes.patchTask, { params, body: { budget } });
  await patch({ amount: 1_000, unit: 'tokens' });
  expect(await seen.budget(), 'the same one sent again').toMatchObject({ granted: 1_000 });
  await patch({ amount: 1_800, unit: 'tokens' });
  const left = async () => (await beat(runner, told(task.id), task)).budgets?.[0]?.budget?.left;
  expect([await seen.budget(), await left()]).toEqual([{ amount: 1_800, unit: 'tokens', granted: 0 }, 300]);
  await patch({ amount: 1, unit: 'usd' });
  expect(await left()).toBeCloseTo(0.985);
  await patch(null);
  expect([await seen.budget(), await left()]).toEqual([null, undefined]);
});

test('more of a budget that was approved before its owner set another one is not added to that', async () => {
  const { owner, runner, task, seen, params } = await workedOn({ budget: { amount: 1_000, unit: 'tokens' } });
  const ask = async () => {
    const item = asked(1_000, 'tokens');
    const [hash = ''] = await runner.record(task, item);
    await owner.client.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: null });
    const body = { epoch: task.epoch, hash, nonce: newNonce() };
    return () => runner.client.call(agentRoutes.release, { params: { taskId: task.id, itemId: item.id }, body });
  };
  const redeem = await ask();
  await owner.client.call(routes.patchTask, { params, body: { budget: { amount: 1_800, unit: 'tokens' } } });
  await redeem();
  expect(await seen.budget()).toEqual({ amount: 1_800, unit: 'tokens', granted: 0 });
  await (
    await ask()
  )();
  expect(await seen.budget(), 'approved after it').toMatchObject({ granted: 1_000 });
});

test('models, and whether they have a price, are known before sign-in', async () => {
  const owner = await stack.newOwner();
  const { models } = await owner.client.call(routes.getConfig);
  expect(models).toEqual([{ name: 'big', isPriced: true }]);
  await newContainer(owner);
});
