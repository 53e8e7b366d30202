// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { liveStatusQuery } from './queries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const EVERY_MS = 5_000;

it.each([
  ['running', 4],
  ['deleted', 1],
])('what is %s is asked for %i times in three intervals of 5 s', async (status, times) => {
  const call = vi.spyOn(api, 'call').mockResolvedValue({ status });
  const stop = new QueryObserver(new QueryClient(), liveStatusQuery('c')).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(EVERY_MS - 100);
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * EVERY_MS + 200);
  stop();
  expect(call).toHaveBeenCalledTimes(times);
});
