import { routes } from '@countersign/contract';
import { agentRoutes, type ModelUsage } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test, vi } from 'vitest';
import type { ContainerDocument } from '../../documents/container.ts';
import { commit, type Tx } from '../../effects/transact.ts';
import { env } from '../../settings/env.ts';
import { read } from '../../store/data.ts';
import { containers, usageDays } from '../../store/firestore.ts';
import { sweep } from '../../sweep/sweep.ts';
import { inSeconds, newContainer, newTask, refusal, useStack, type TestRunner } from '../../testing/agents.ts';
import { atLast } from '../../testing/at-last.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { dayOf } from './day.ts';
import { nothingCounted, readNewTokens } from './meter.ts';
import { addToDay, usageOfAllNow, usageOfUser } from './usage-days.ts';

vi.mock(import('./day.ts'), async (original) => (await import('../../testing/noon.ts')).daysAroundNoon(original));
useTestEnvironment();
const stack = useStack();

const today = () => dayOf(Timestamp.now());
const beat = ({ client }: TestRunner, usage?: ModelUsage) => client.call(agentRoutes.heartbeat, { body: { usage } });
const exit = ({ client }: TestRunner, usage: ModelUsage) =>
  client.call(agentRoutes.exit, { body: { reason: 'paused', usage } });
const tokens = (inputTokens: number, outputTokens: number): ModelUsage => ({ inputTokens, outputTokens });

test('tokens are counted once, whatever of what is told is repeated, late or lost, and over a restart', async () => {
  const owner = await stack.newOwner();
  const first = await stack.newRunner(owner);
  const before = (await usageOfAllNow(today())).tokens;
  const used = async () => (await usageOfUser(owner.userId, today())).tokens;
  await beat(first, tokens(100, 50));
  await beat(first, tokens(100, 50));
  expect(await used()).toBe(150);
  await beat(first, tokens(90, 60));
  expect(await used(), 'of each kind what is more').toBe(160);
  await beat(first);
  const rising = Array.from({ length: 10 }, (_, index) => atLast(() => beat(first, tokens(110 + index * 10, 60))));
  await Promise.all(rising);
  expect(await used(), 'ten at once').toBe(260);
  await exit(first, tokens(300, 80));
  expect(await refusal(exit(first, tokens(300, 80)))).toMatchObject({ code: 'stale_epoch' });
  expect(await used()).toBe(380);

  await owner.client.call(routes.resumeContainer, { params: { id: first.containerId } });
  const second = await stack.runnerOf(first.containerId, 2);
  await beat(second, tokens(10, 5));
  expect(await refusal(beat(first, tokens(5_000, 5_000)))).toMatchObject({ code: 'stale_epoch' });
  await exit(second, tokens(10, 7));
  expect(await used()).toBe(397);
  expect((await usageOfAllNow(today())).tokens - before).toBe(397);
});

test('the sum of a user’s day holds up no report far from the cap, near which each knows what the others have added', async () => {
  const { userId } = await stack.newOwner();
  const inTransaction = vi.fn<() => void>();
  const tx: Pick<Tx, 'read'> = {
    read(reference) {
      inTransaction();
      return read(reference);
    },
  };
  const container = { ...nothingCounted, userId } as unknown as ContainerDocument;
  const told = async (usage: ModelUsage) => readNewTokens(tx, container, usage);
  const added = { inputTokens: 100, outputTokens: 50, day: today() };
  expect(await told(tokens(100, 50))).toEqual({ ...added, usedBefore: 0 });
  expect(inTransaction).not.toHaveBeenCalled();
  expect(await told(tokens(200_000, 0)), 'more than a request may have').toMatchObject({ usedBefore: 0 });
  expect(inTransaction).toHaveBeenCalledTimes(1);
  const used = env().TOKENS_PER_USER_DAY - env().RUNNING_PER_USER * env().MODEL_CONTEXT;
  await commit((writer) => addToDay(writer, userId, today(), { inputTokens: used + 1 }, {}));
  expect(await told(tokens(100, 50))).toEqual({ ...added, usedBefore: used + 1 });
  expect(inTransaction).toHaveBeenCalledTimes(2);
});

test('a beat about a task that is gone counts with the next one; without a model nothing is limited', async () => {
  const owner = await stack.newOwner();
  const task = await newTask(owner);
  const runner = await stack.newRunner(owner);
  const { epoch } = await runner.claim();
  await owner.client.call(routes.deleteTask, { params: { id: task.id } });
  const late = { taskId: task.id, epoch, usage: tokens(7, 7) };
  await refusal(runner.client.call(agentRoutes.heartbeat, { body: late }));
  expect(await beat(runner, tokens(7, 8))).toMatchObject({
    directive: 'run',
    modelAllowance: { tokensLeft: null, message: null },
  });
  expect((await usageOfUser(owner.userId, today())).tokens).toBe(15);
});

test('running time is counted while Cloud Run says that it runs, and at its end, each second once', async () => {
  const owner = await stack.newOwner();
  const { id } = await newContainer(owner);
  const params = { id };
  const status = () => owner.client.call(routes.getContainerLiveStatus, { params });
  const used = async () => (await usageOfUser(owner.userId, today())).runMs / 1000;
  await expect.poll(status, { interval: 50 }).toEqual({ status: 'running' });
  expect(await used(), 'a moment is not worth a write').toBe(0);
  const began = Date.now();
  await containers()
    .doc(id)
    .update({ meteredUntil: inSeconds(-40) });
  await Promise.all([sweep(), status(), status()]);
  await sweep();
  const first = await used();
  expect(first).toBeGreaterThanOrEqual(40);
  await containers()
    .doc(id)
    .update({ meteredUntil: inSeconds(-20) });
  await owner.client.call(routes.deleteContainer, { params });
  await expect.poll(status, { interval: 50 }).toEqual({ status: 'deleted' });
  const elapsed = (Date.now() - began) / 1000;
  const second = await used();
  expect(second - first, 'what was left of it').toBeGreaterThanOrEqual(20);
  expect(second, 'none of it twice').toBeLessThanOrEqual(60 + 2 * elapsed);
  await sweep();
  expect(await used()).toBe(second);
});

test('what a day was used for is forgotten after 40 days', async () => {
  const write = async (days: number) => {
    const day = dayOf(inSeconds(-days * 24 * 60 * 60));
    const ref = usageDays().doc(`${day}-user-somebody`);
    await ref.set({
      id: ref.id,
      userId: 'somebody',
      day,
      starts: 1,
      runMs: 0,
      inputTokens: 0,
      outputTokens: 0,
      others: null,
    });
    return ref;
  };
  const [old, recent] = [await write(41), await write(39)];
  await sweep();
  expect((await old.get()).exists).toBe(false);
  expect((await recent.get()).exists).toBe(true);
});
