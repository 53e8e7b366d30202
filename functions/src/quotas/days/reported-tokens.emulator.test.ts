import { agentRoutes } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test, vi } from 'vitest';
import { useStack, type TestRunner } from '../../testing/agents.ts';
import { useTestEnvironment } from '../../testing/environment.ts';
import { dayOf } from './day.ts';
import { usageOfAllNow, usageOfUser } from './usage-days.ts';

vi.mock(import('./day.ts'), async (original) => (await import('../../testing/noon.ts')).daysAroundNoon(original));
useTestEnvironment({
  TOKENS_PER_USER_DAY: '1000',
  TOKENS_PER_DEPLOYMENT_DAY: '10000',
  MODEL_BASE_URL: 'https://models.example/v1',
  MODEL_CONTEXT: '2000',
});
const stack = useStack();

const today = () => dayOf(Timestamp.now());
const beat = ({ client }: TestRunner, inputTokens: number, outputTokens = 0) =>
  client.call(agentRoutes.heartbeat, { body: { usage: { inputTokens, outputTokens } } });

test('a runner that reports absurdly many tokens uses up the day of its own user, and of nobody else', async () => {
  const [owner, other] = [await stack.newOwner(), await stack.newOwner()];
  const [wild, sober] = [await stack.newRunner(owner), await stack.newRunner(other)];
  await beat(sober, 100);
  expect(await beat(wild, 1e12, 1e12)).toMatchObject({ directive: 'pause', modelAllowance: { tokensLeft: 0 } });
  expect((await usageOfUser(owner.userId, today())).tokens).toBe(2e12);
  // Read now: the process remembers the sum for some seconds, and would know of nothing yet.
  expect((await usageOfAllNow(today())).tokens, 'one request beyond the cap').toBe(100 + 1_000 + 2_000);
  expect(await beat(sober, 150)).toMatchObject({ directive: 'run', modelAllowance: { tokensLeft: 850 } });
  const another = await stack.newRunner(owner);
  await another.client.call(agentRoutes.exit, {
    body: { reason: 'paused', usage: { inputTokens: 1e12, outputTokens: 0 } },
  });
  expect((await usageOfAllNow(today())).tokens, 'and no more after that').toBe(100 + 1_000 + 2_000 + 50);
});
