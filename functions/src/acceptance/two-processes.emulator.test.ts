import { createClient, routes } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { randomBytes } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCodeOf } from '../tokens/start-code.ts';
import { projects, tasks } from '../store/firestore.ts';
import { sweep } from '../sweep/sweep.ts';
import { newContainer, newTask, refusal, request, useStack } from '../testing/agents.ts';
import { atLast } from '../testing/at-last.ts';
import { useTestEnvironment } from '../testing/environment.ts';
import { spawnApi, type ApiProcess } from '../testing/spawn-api.ts';
import { clientOf, signUp } from '../testing/users.ts';

const LIMIT = 40;
const QUOTA = 10;
useTestEnvironment({ RATE_LIMIT_USER: String(LIMIT), RATE_LIMIT_ADDRESS: '100000', QUOTA_PROJECTS: String(QUOTA) });
const stack = useStack();

let instances: ApiProcess[];
beforeAll(async () => {
  instances = await Promise.all([spawnApi(), spawnApi()]);
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
});

/** The n-th call goes to the n-th instance, in turn. */
const urlOf = (call: number) => instances[call % instances.length]?.url ?? '';

describe('two processes on one database', () => {
  test('a user may make so many calls a minute, to both together', async () => {
    const { token } = await signUp();
    const { windows, statuses } = await withinOneMinute(async () => {
      const calls = Array.from({ length: LIMIT * 2 }, (_, call) =>
        fetch(`${urlOf(call)}/api/dashboard/stats`, { headers: { Authorization: `Bearer ${token}` } }),
      );
      return Promise.all(calls);
    });
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed, `within ${windows} minute`).toBeLessThanOrEqual(LIMIT * windows);
    expect(passed, 'calls that passed before the limit').toBeGreaterThanOrEqual(LIMIT - 2 * Math.ceil(LIMIT / 20));
    expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT * 2 - passed);
  });

  test('the refusal says when to come back', async () => {
    const { token } = await signUp();
    const headers = { Authorization: `Bearer ${token}` };
    const replies = await Promise.all(
      Array.from({ length: LIMIT * 3 }, (_, call) => fetch(`${urlOf(call)}/api/projects`, { headers })),
    );
    const refused = replies.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused?.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    expect(await refused?.json()).toMatchObject({ code: 'rate_limited' });
  });

  test('a quota is never exceeded, and what was refused does not exist', async () => {
    const user = await signUp();
    const attempts = await Promise.allSettled(
      Array.from({ length: QUOTA * 3 }, (_, call) =>
        atLast(() => clientOf(urlOf(call), user).call(routes.postProject, { body: { name: `Project ${call}` } })),
      ),
    );
    const made = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value.id] : []));
    const stored = (await projects().where('userId', '==', user.userId).get()).docs.map(({ id }) => id);
    expect(stored.sort()).toEqual(made.sort());
    expect(stored.length).toBeLessThanOrEqual(QUOTA);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ reply: { code: 'quota_exceeded' } });
    }
  });

  test('an older execution is refused by both: 409', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    const runner = await stack.runnerOf(id);
    const task = await newTask(owner);
    const claimed = await runner.claim();
    await runner.client.call(agentRoutes.exit, { body: { reason: 'paused' } });
    await owner.client.call(routes.resumeContainer, { params: { id } });
    const token = await exchange(id, 1).catch(() => null);
    expect(token, 'the code of the older execution').toBeNull();
    const late = runner.record({ id: task.id, epoch: claimed.epoch }, request());
    expect(await refusal(late)).toMatchObject({ status: 409, code: 'stale_epoch' });
  });

  test('a lease that was not renewed is lost by the server’s clock, and its claim with it', async () => {
    const owner = await stack.newOwner();
    const { id } = await newContainer(owner);
    const runner = await stack.runnerOf(id);
    const task = await newTask(owner);
    const first = await runner.claim();
    await sweep(Timestamp.fromMillis(Date.now() + 30_000));
    expect((await tasks().doc(task.id).get()).data()?.status, 'within the lease').toBe('running');
    await sweep(Timestamp.fromMillis(Date.now() + 61_000));
    expect((await tasks().doc(task.id).get()).data()?.status, 'after the lease').toBe('pending');
    expect(await refusal(runner.claim())).toMatchObject({ status: 409, code: 'stale_epoch' });
    const late = runner.record({ id: task.id, epoch: first.epoch }, request());
    expect(await refusal(late)).toMatchObject({ status: 409, code: 'stale_epoch' });
  });
});

/** Runs calls and returns their statuses, and how many windows that took (a new minute begins a new allowance). */
async function withinOneMinute(work: () => Promise<Response[]>): Promise<{ windows: number; statuses: number[] }> {
  const minute = () => Math.floor(Date.now() / 60_000);
  const began = minute();
  const replies = await work();
  return { windows: minute() - began + 1, statuses: replies.map(({ status }) => status) };
}

async function exchange(containerId: string, epoch: number): Promise<string> {
  const client = createClient({ baseUrl: instances[1]?.agentUrl ?? '' });
  const body = { code: startCodeOf(containerId, epoch), nonce: randomBytes(16).toString('hex') };
  return (await client.call(agentRoutes.exchange, { body })).token;
}
