import { agentRoutes } from '@countersign/contract/agent';
import { expect, it } from 'vitest';
import { leave } from './leave.ts';
import { createLifetime, Ended } from './lib/lifetime.ts';
import { createModelMeter } from './model/meter/model-meter.ts';
import type { AgentApi } from './server/api.ts';
import { createLog } from './server/log.ts';
import { createRedactor } from './server/redact.ts';

const used = { inputTokens: 30, outputTokens: 4, cachedTokens: 20 };
const usage = { inputTokens: 30, outputTokens: 4, models: [{ model: 'm', ...used }] };
const task = { taskId: 'task', epoch: 2 };

/** How an execution whose model was used ends: its exit code, and what it reports. */
async function leaveWith(error: unknown, isTold = false) {
  const calls: unknown[] = [];
  const call = (route: unknown, { body }: { body: unknown }) => {
    calls.push([route, body]);
    return Promise.resolve();
  };
  const [meter, life, redact] = [createModelMeter(), createLifetime(), createRedactor()];
  meter.begin(1, 'm')?.settle(used);
  if (isTold) meter.report().heard(undefined);
  if (error instanceof Ended) life.end(error.reason);
  const log = createLog(redact, () => undefined);
  const code = await leave(error, { api: { call } as unknown as AgentApi, life, log, redact, meter });
  return { code, calls };
}

it.each([
  [new Ended('idle'), 0, { reason: 'idle', usage }],
  [new Ended('paused', task), 0, { reason: 'paused', ...task, usage }],
  [new Error('Broken'), 1, { reason: 'crashed', message: 'Broken', usage }],
])('reports with the exit call what the models have used (%s)', async (error, code, body) => {
  expect(await leaveWith(error)).toEqual({ code, calls: [[agentRoutes.exit, body]] });
});

it('reports with a last heartbeat what a terminated runner has not reported yet', async () => {
  expect(await leaveWith(new Ended('terminated', task))).toEqual({
    code: 143,
    calls: [[agentRoutes.heartbeat, { usage }]],
  });
  expect(await leaveWith(new Ended('terminated', task), true)).toEqual({ code: 143, calls: [] });
});

it.each(['fenced', 'deleted'] as const)('reports nothing once it is %s', async (reason) => {
  expect((await leaveWith(new Ended(reason))).calls).toEqual([]);
});
