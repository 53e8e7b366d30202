// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { LIVE_POLL_MS } from '@countersign/contract';
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

it.each([
  ['running', 4],
  ['deleted', 1],
])('what is %s is asked for %i times in three intervals', async (status, times) => {
  const call = vi.spyOn(api, 'call').mockResolvedValue({ status });
  const stop = new QueryObserver(new QueryClient(), liveStatusQuery('c')).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(3 * LIVE_POLL_MS + 100);
  stop();
  expect(call).toHaveBeenCalledTimes(times);
});
