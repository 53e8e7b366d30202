import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttledBatch } from './throttled-batch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('hands on the first at once and gathers what follows', () => {
  const batches: number[][] = [];
  const batch = throttledBatch<number>(100, (items) => batches.push(items));
  batch.add(1);
  batch.add(2);
  batch.add(3, 4);
  expect(batches).toEqual([[1]]);
  vi.advanceTimersByTime(100);
  expect(batches).toEqual([[1], [2, 3, 4]]);
  vi.advanceTimersByTime(100);
  batch.add(5);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

it('hands on nothing after it was stopped', () => {
  const batches: number[][] = [];
  const batch = throttledBatch<number>(100, (items) => batches.push(items));
  batch.add(1);
  batch.add(2);
  batch.stop();
  vi.advanceTimersByTime(1000);
  expect(batches).toEqual([[1]]);
});
