import { routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { containers, db, tasks, usageDays } from '../../store/firestore.ts';
import { sweep } from '../../sweep/sweep.ts';
import { inSeconds, newContainer, newTask, useStack, type TestOwner } from '../../testing/agents.ts';
import { atLast } from '../../testing/at-last.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { whyNotToday } from './daily-caps.ts';
import { dayOf } from './day.ts';
import { usageOfUser } from './usage-days.ts';

vi.mock(import('./day.ts'), async (original) => (await import('../../testing/noon.ts')).daysAroundNoon(original));
useTestEnvironment({
  STARTS_PER_USER_DAY: '3',
  HOURS_PER_USER_DAY: '2',
  TOKENS_PER_USER_DAY: '1000',
  HOURS_PER_DEPLOYMENT_DAY: '7',
  MODEL_BASE_URL: 'https://models.example/v1',
  MODEL_API_KEY: 'a-key-of-the-model',
  OBJECT_STORE_URL: 'http://127.0.0.1:9',
  OBJECT_STORE_KEY: 'a-key-of-the-object-store',
});
const stack = useStack();
// Each sweep looks at all containers, so those of earlier tests are removed.
afterEach(() => db().recursiveDelete(containers()));
const HOUR_MS = 60 * 60 * 1000;

const today = () => dayOf(Timestamp.now());
const tomorrow = () => inSeconds(24 * 60 * 60);
const stateOf = async (id: string) => (await containers().doc(id).get()).data();
const waits = (message: string) => ({ status: 'pending', execution: null, admitted: false, waits: true, message });
const startsOf = async ({ userId }: TestOwner) => (await usageOfUser(userId, today())).starts;
const HOURS = 'your containers have run for 2 hours today, the most allowed in one day.';
const WAITS_FOR_HOURS = `Waiting to start: ${HOURS} It starts after 00:00 UTC`;

/** Sets a day's usage of somebody, or of all users together. */
async function use(fields: Partial<{ starts: number; runMs: number; inputTokens: number }>, userId: string | null) {
  const ref = usageDays().doc(userId ? `${today()}-user-${userId}` : `${today()}-deployment-3`);
  await ref.set({ userId, day: today(), ...fields }, { merge: true });
  return ref;
}

/** The lines about waiting containers in a task's history. */
async function linesOf({ client }: TestOwner, id: string): Promise<unknown[]> {
  const items = await client.call(routes.listTaskItems, { params: { id } });
  return items.filter(({ title }) => title === 'The container for this task is waiting').map(({ content }) => content);
}

describe('a cap of the day that is reached', () => {
  // Comes first: each process remembers the usage of all users for some seconds.
  test('by all users together holds everybody up, and nobody once it is raised', async () => {
    const owner = await stack.newOwner();
    const used = await use({ runMs: 7 * HOUR_MS }, null);
    const { id, message } = await newContainer(owner);
    expect(message).toContain('the containers of all users have run for 7 hours today');
    await used.delete();
    await sweep(inSeconds(60));
    expect(await stateOf(id)).toMatchObject({ execution: expect.any(String), waits: false });
  });

  test('of starts: the next one waits, says so, also at its task, and starts the day after', async () => {
    const owner = await stack.newOwner();
    for (let count = 0; count < 3; count += 1) await newContainer(owner);
    const { id, message } = await newContainer(owner);
    expect(message).toBe(
      'Waiting to start: 3 of your containers were started today, the most allowed in one day. It starts after 00:00 UTC',
    );
    expect(await stateOf(id)).toMatchObject(waits(message ?? ''));
    const task = await newTask(owner, { containerId: id });
    await sweep(inSeconds(60));
    await sweep(inSeconds(120));
    expect(await stateOf(id)).toMatchObject(waits(message ?? ''));
    expect(await linesOf(owner, task.id)).toEqual([message]);
    expect(await startsOf(owner)).toBe(3);
    await sweep(tomorrow());
    expect(await stateOf(id)).toMatchObject({ execution: expect.any(String), waits: false, message: null });
    expect((await usageOfUser(owner.userId, dayOf(tomorrow()))).starts).toBe(1);
  });

  test('of starts: many at once are exactly as many as allowed', async () => {
    const owner = await stack.newOwner();
    const made = await Promise.all(Array.from({ length: 8 }, () => atLast(() => newContainer(owner))));
    await sweep(inSeconds(60));
    const states = await Promise.all(made.map(({ id }) => stateOf(id)));
    expect(states.filter((state) => state?.execution)).toHaveLength(3);
    expect(await startsOf(owner)).toBe(3);
  });

  test('of hours: Resume, a new container and one that is made for a task wait alike', async () => {
    const owner = await stack.newOwner();
    const runner = await stack.newRunner(owner);
    await runner.client.call(agentRoutes.exit, { body: { reason: 'idle' } });
    await use({ runMs: 2 * HOUR_MS }, owner.userId);
    const params = { id: runner.containerId };
    expect(await owner.client.call(routes.resumeContainer, { params })).toMatchObject({ message: WAITS_FOR_HOURS });
    expect(await newContainer(owner)).toMatchObject({ status: 'pending', message: WAITS_FOR_HOURS });
    const body = { name: 'Automatic', autoCreateContainers: true };
    const automatic = await owner.client.call(routes.postProject, { body });
    const task = await newTask({ ...owner, projectId: automatic.id });
    const made = await owner.client.call(routes.listProjectContainers, { params: { id: automatic.id } });
    expect(made).toMatchObject([{ status: 'pending', message: WAITS_FOR_HOURS }]);
    expect(await linesOf(owner, task.id), 'at once').toEqual([WAITS_FOR_HOURS]);
    expect(await startsOf(owner), 'nothing was asked for').toBe(1);
  });

  test('is none before; the reason is the first cap that is reached, the user’s own first', async () => {
    const now = Timestamp.now();
    expect(await whyNotToday('somebody', now)).toBeNull();
    await use({ inputTokens: 999 }, 'somebody');
    expect(await whyNotToday('somebody', now)).toBeNull();
    await use({ inputTokens: 1_000 }, 'somebody');
    expect(await whyNotToday('somebody', now)).toMatchObject({ cause: 'user-tokens', scope: 'user', waitsFor: 'day' });
  });
});

test('a start whose reply was lost, and that is tried again, counts once', async () => {
  const owner = await stack.newOwner();
  await stack.jobs().kill();
  const { id } = await newContainer(owner);
  expect(await stateOf(id)).toMatchObject({ status: 'pending', execution: null, admitted: true });
  await stack.jobs().restart();
  await sweep(inSeconds(3_600));
  expect(await stateOf(id)).toMatchObject({ execution: expect.any(String) });
  expect(await startsOf(owner)).toBe(1);
});

describe('a cap that is reached while a container works', () => {
  test('of hours: it saves and leaves, waits with its task, and goes on the day after', async () => {
    const owner = await stack.newOwner();
    const task = await newTask(owner);
    const runner = await stack.newRunner(owner);
    const id = runner.containerId;
    const { epoch } = await runner.claim();
    const checkpoint = { object: `tasks/${task.id}/1-a`, size: 1, sha256: 'a'.repeat(64) };
    await tasks().doc(task.id).update({ checkpoint });
    const beat = () => runner.client.call(agentRoutes.heartbeat, { body: { taskId: task.id, epoch } });
    expect(await beat()).toMatchObject({ directive: 'run' });
    const held = runner.client.call(agentRoutes.wait, {
      body: { taskId: task.id, epoch, itemIds: [], timeoutSeconds: 30 },
    });
    await stack.untilHeld();
    await use({ runMs: 2 * HOUR_MS }, owner.userId);
    expect(await beat()).toMatchObject({ directive: 'pause' });
    expect(await held, 'the request that is held').toMatchObject({ directive: 'pause' });
    expect(await beat(), 'again').toMatchObject({ directive: 'pause' });
    const message = `Paused: ${HOURS} Its tasks continue after 00:00 UTC`;
    expect(await stateOf(id)).toMatchObject({ status: 'running', desired: 'running', message });
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused', taskId: task.id, epoch } });
    expect(await stateOf(id)).toMatchObject({ ...waits(WAITS_FOR_HOURS), desired: 'running', epoch: 2, autoStarts: 0 });
    const params = { id: task.id };
    expect(await owner.client.call(routes.getTask, { params })).toMatchObject({ status: 'pending', containerId: id });
    expect(await linesOf(owner, task.id)).toEqual([WAITS_FOR_HOURS]);
    await sweep(inSeconds(60));
    expect(await stateOf(id)).toMatchObject(waits(WAITS_FOR_HOURS));
    await sweep(tomorrow());
    expect(await stateOf(id)).toMatchObject({ execution: expect.any(String), epoch: 2, capMessage: null });
    expect(await (await stack.runnerOf(id, 2)).claim()).toMatchObject({ id: task.id, resumed: true, checkpoint });
  });

  test('of tokens: the reply says that none are left; one with nothing to do is paused with the reason', async () => {
    const owner = await stack.newOwner();
    const runner = await stack.newRunner(owner);
    const beat = (inputTokens: number) =>
      runner.client.call(agentRoutes.heartbeat, { body: { usage: { inputTokens, outputTokens: 0 } } });
    const used = 'our agents have used 1,000 model tokens today, the most allowed in one day.';
    const message = `Y${used} It answers again after 00:00 UTC`;
    expect(await beat(400)).toMatchObject({ directive: 'run', modelAllowance: { tokensLeft: 600, message } });
    expect(await beat(1_100)).toMatchObject({ directive: 'pause', modelAllowance: { tokensLeft: 0, message } });
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    const params = { id: runner.containerId };
    expect(await owner.client.call(routes.getContainer, { params })).toMatchObject({
      status: 'paused',
      message: `Paused: y${used} Its tasks continue after 00:00 UTC`,
    });
  });

  test('it is ended if it does not leave within 60 s, and waits all the same', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    const id = runner.containerId;
    await runner.claim();
    await use({ runMs: 2 * HOUR_MS }, owner.userId);
    await runner.client.call(agentRoutes.heartbeat, { body: {} });
    await containers()
      .doc(id)
      .update({ pauseRequestedAt: inSeconds(-61) });
    const ended = async () => {
      await sweep();
      return (await stateOf(id))?.epoch;
    };
    await expect.poll(ended, { interval: 500 }).toBe(2);
    expect(await stateOf(id)).toMatchObject(waits(WAITS_FOR_HOURS));
  });

  test('its owner may still pause it: then it waits for Resume', async () => {
    const owner = await stack.newOwner();
    await newTask(owner);
    const runner = await stack.newRunner(owner);
    await runner.claim();
    await use({ runMs: 2 * HOUR_MS }, owner.userId);
    await runner.client.call(agentRoutes.heartbeat, { body: {} });
    await owner.client.call(routes.pauseContainer, { params: { id: runner.containerId } });
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    await sweep(tomorrow());
    expect(await stateOf(runner.containerId)).toMatchObject({ status: 'paused', message: 'Paused', epoch: 1 });
  });
});
