import type { HeldDecision, TaskItem } from '@countersign/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../ui/toaster/toast.ts';
import { undoOf } from './undo.ts';

const HOLD_SECONDS = 3;
const releaseAt = '2026-11-21T08:00:03.000Z';
const item = { id: 'step', taskId: 'weave', releaseAt } as TaskItem;
const held = (leftMs: number) =>
  ({ id: 'step', taskId: 'weave', title: 'Write a.txt', isApproved: true, releaseAt, leftMs }) as HeldDecision;
const decide = (secondsAgo: number) =>
  undoOf(new QueryClient(), item, { key: 'k', seconds: HOLD_SECONDS, since: performance.now() - secondsAgo * 1000 });

let told: unknown[][];
beforeEach(() => {
  told = [];
  vi.spyOn(toast, 'success').mockImplementation((...news) => void told.push(news));
});
afterEach(() => void vi.restoreAllMocks());

it('offers what is left of the hold, counted from the press', () => {
  const call = vi.spyOn(api, 'call');
  expect(decide(1)?.forMs).toBeGreaterThan(1_000);
  expect(decide(1)?.forMs).toBeLessThanOrEqual(2_000);
  expect(call).not.toHaveBeenCalled();
});

it('asks the server how much is left where the reply came late: it began to count when it had the decision', async () => {
  vi.spyOn(api, 'call').mockResolvedValue([held(2_500)] as never);
  expect(decide(2.8)).toBeUndefined();
  await vi.waitFor(() => expect(told).toMatchObject([['Approved', '“Write a.txt”', { label: 'Undo' }]]), 10_000);
});

it('offers nothing late once something else was decided', async () => {
  let answer: (all: HeldDecision[]) => void = () => undefined;
  vi.spyOn(api, 'call').mockReturnValueOnce(new Promise((resolve) => (answer = resolve)) as never);
  decide(2.8);
  decide(0);
  answer([held(2_500)]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toEqual([]);
});
