import { OPEN_QUESTIONS_MAX, WAIT_MAX_ITEMS } from '@countersign/contract';
import { agentRoutes, type Decision } from '@countersign/contract/agent';
import { expect, it } from 'vitest';
import { createLifetime } from '../lib/lifetime.ts';
import type { AgentApi } from './api.ts';
import { createDecisionFeed } from './decision-feed.ts';

interface Wait {
  itemIds: string[];
  timeoutSeconds: number;
}

it('listens for every open question, however many there are', async () => {
  const decided = `item-${OPEN_QUESTIONS_MAX - 1}`;
  const waits: Wait[] = [];
  const decision: Decision = { itemId: decided, isApproved: true, rejectionReason: null, hash: 'h', edits: null };
  // Holds a request until its time is up; answers a short one at once.
  const call = (route: unknown, { body, signal }: { body: Wait; signal: AbortSignal }) => {
    if (route !== agentRoutes.wait) throw new Error('Nothing else is asked');
    waits.push(body);
    const reply = { directive: 'run', decisions: [] as Decision[], messages: [], stop: false, work: false };
    if (body.itemIds.includes(decided)) return Promise.resolve({ ...reply, decisions: [decision] });
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      if (body.timeoutSeconds < 10) resolve(reply);
    });
  };
  const feed = createDecisionFeed({
    api: { call } as unknown as AgentApi,
    life: createLifetime(),
    taskId: 'task',
    epoch: 1,
    messages: [],
  });
  const decisions = Array.from({ length: OPEN_QUESTIONS_MAX }, (_, index) => feed.decisionOf(`item-${index}`));
  expect(await decisions.at(-1)).toEqual(decision);
  expect(Math.max(...waits.map(({ itemIds }) => itemIds.length))).toBe(WAIT_MAX_ITEMS);
  feed.close();
});

it('says that the work goes on after Stop only once what must outlive it is kept', async () => {
  const done: string[] = [];
  const call = (route: unknown) => {
    if (route === agentRoutes.acknowledge) done.push('said');
    return route === agentRoutes.acknowledge ? Promise.resolve() : new Promise(() => undefined);
  };
  const api = { call } as unknown as AgentApi;
  const feed = createDecisionFeed({ api, life: createLifetime(), taskId: 'task', epoch: 1, messages: [] });
  feed.beforeGoingOn(() => new Promise<void>(setImmediate).then(() => void done.push('kept')));
  feed.stop('2026-01-01T00:00:00.000Z');
  await feed.acknowledgeStop();
  expect([done, feed.stopRequested]).toEqual([['kept', 'said'], false]);
  feed.close();
});
