import { agentRoutes } from '@countersign/contract/agent';
import { afterEach, expect, it } from 'vitest';
import type { AgentApi } from './api.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import { createInbox } from './inbox.ts';
import type { Log } from './log.ts';
import { createLife } from './shutdown.ts';

const log = (() => undefined) as unknown as Log;
let heartbeat: Heartbeat | null = null;
afterEach(() => heartbeat?.carry(null));

it('tells a Stop once: a beat that was on its way when it was acknowledged stops no later turn', async () => {
  const life = createLife();
  const beats: Array<(stoppedAt: string) => void> = [];
  const answer = (route: unknown) => {
    if (route === agentRoutes.acknowledge) return Promise.resolve();
    if (route !== agentRoutes.heartbeat) return new Promise(() => undefined);
    return new Promise((resolve) =>
      beats.push((stoppedAt) => resolve({ directive: 'run', stop: true, stoppedAt, leaseUntil: null })),
    );
  };
  const api = { call: answer } as unknown as AgentApi;
  const task = { taskId: 'task', epoch: 1 };
  const isBusy = () => Promise.resolve(false);
  const inbox = createInbox({ api, life, ...task, messages: [], freeWaitSeconds: 600, isBusy });
  const stops: string[] = [];
  inbox.onStop(() => stops.push(inbox.stoppedAt));
  heartbeat = startHeartbeat(api, life, log, 0.01);
  heartbeat.carry({ ...task, onStop: inbox.stop });
  await expect.poll(() => beats.length).toBeGreaterThanOrEqual(3);
  beats[0]?.('2026-01-01T10:00:00.000Z');
  await expect.poll(() => stops).toEqual(['2026-01-01T10:00:00.000Z']);
  await inbox.acknowledgeStop();
  beats[1]?.('2026-01-01T10:00:00.000Z');
  beats[2]?.('2026-01-01T10:00:01.000Z');
  await expect.poll(() => stops).toEqual(['2026-01-01T10:00:00.000Z', '2026-01-01T10:00:01.000Z']);
  inbox.close();
});
