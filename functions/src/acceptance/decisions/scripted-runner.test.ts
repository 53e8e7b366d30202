import { ApiError, type Client } from '@countersign/contract';
import { agentRoutes } from '@countersign/contract/agent';
import { expect, test } from 'vitest';
import type { Fate } from './mortal-calls.ts';
import { newRecord } from './record.ts';
import { runScripted } from './scripted-runner.ts';

/** A server with one task, whose one step an earlier run has redeemed and not reported. */
function startServer() {
  const asked = new Set<string>();
  const redeemed = new Set<string>();
  let isFinished = false;
  const call = (route: unknown, input: { params?: { itemId: string }; body: never }) => {
    const { items = [], itemIds = [] } = input.body as { items?: { id: string }[]; itemIds?: string[] };
    const itemId = input.params?.itemId ?? '';
    switch (route) {
      case agentRoutes.claim:
        return isFinished ? { directive: 'exit', task: null } : { directive: 'run', task: { id: 'task', epoch: 1 } };
      case agentRoutes.putItems:
        for (const { id } of items) {
          if (asked.size === 0) redeemed.add(id);
          asked.add(id);
        }
        return {};
      case agentRoutes.wait:
        return { directive: 'run', decisions: itemIds.map((id) => ({ itemId: id, isApproved: true, hash: '' })) };
      case agentRoutes.release:
        if (redeemed.has(itemId)) {
          const text = 'Taken out already';
          throw new ApiError(409, text, { code: 'conflict', message: text });
        }
        redeemed.add(itemId);
        return { itemId, isApproved: true };
      case agentRoutes.finish:
        isFinished = true;
    }
    return {};
  };
  const client = { call: (...args: Parameters<typeof call>) => Promise.resolve().then(() => call(...args)) };
  return { client: client as unknown as Client, asked, redeemed };
}

const healthy = {
  heartbeatSeconds: 1_000,
  stepsOf: () => [[{ type: 'tool_call' as const, title: 'npm test', needsApproval: true }]],
  deafMs: () => 0,
  fate: () => 'none' as const,
  replaced: () => new Promise<void>(() => undefined),
};

test('a run that begins to leave waits no more, however long it takes to be let go', async () => {
  const { client } = startServer();
  const record = newRecord();
  const stopping = new AbortController();
  const leaving = new Promise<void>((resolve) => {
    const call = (...args: Parameters<Client['call']>) => {
      if (args[0] !== agentRoutes.exit) return client.call(...args);
      resolve();
      return new Promise<never>(() => undefined);
    };
    const slow = { call } as unknown as Client;
    const { signal } = stopping;
    void runScripted({
      ...healthy,
      name: 'first',
      client: slow,
      record,
      checkpoints: new Map(),
      leaves: () => true,
      signal,
    });
  });
  await leaving;
  expect(record.waits).toMatchObject([{ by: 'first', to: expect.toSatisfy((at: number) => at < Infinity) }]);
  stopping.abort();
});

test('what a run has asked again, and died over, the next run waits for, and redeems', async () => {
  const { client, asked, redeemed } = startServer();
  const record = newRecord();
  const checkpoints = new Map<string, Set<number>>();
  const run = (name: string, fate: () => Fate) =>
    runScripted({
      ...{ name, client, record, checkpoints },
      ...healthy,
      fate,
      leaves: () => false,
      signal: new AbortController().signal,
    });
  await run('first', () => (asked.size === 2 ? 'dead' : 'none'));
  expect(asked.size).toBe(2);
  expect(redeemed.size, 'what it asked again is not redeemed').toBe(1);
  await run('second', () => 'none');
  expect(record.wrong).toEqual([]);
  expect(redeemed).toEqual(asked);
  expect(record.acts).toHaveLength(1);
  const waits = record.waits.map(({ by, to }) => `${by} ${to < Infinity ? 'until it heard, or was gone' : 'for ever'}`);
  expect(waits).toEqual(['first', 'first', 'second', 'second'].map((by) => `${by} until it heard, or was gone`));
});
