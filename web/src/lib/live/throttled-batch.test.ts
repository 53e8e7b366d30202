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

it('hands on a burst at once, then as many as intervals went by', () => {
  const batches: number[][] = [];
  const batch = throttledBatch<number>(100, (items) => batches.push(items), 3);
  for (let item = 1; item <= 6; item += 1) batch.add(item);
  expect(batches).toEqual([[1], [2], [3]]);
  vi.advanceTimersByTime(100);
  expect(batches).toEqual([[1], [2], [3], [4, 5, 6]]);
  vi.advanceTimersByTime(200);
  for (let item = 7; item <= 9; item += 1) batch.add(item);
  expect(batches.slice(4), 'two intervals have earned two').toEqual([[7], [8]]);
  vi.advanceTimersByTime(1000);
  expect(batches.slice(6)).toEqual([[9]]);
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
