import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { createQueryClient } from '../../lib/queries/query-client.ts';
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
  const stop = new QueryObserver(new QueryClient(), liveStatusQuery({ id: 'c', status })).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(EVERY_MS - 100);
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * EVERY_MS + 200);
  stop();
  expect(call).toHaveBeenCalledTimes(times);
});

it('what is deleted is asked for once, however often its page is opened and live updates come back', async () => {
  const call = vi.spyOn(api, 'call').mockResolvedValue({ status: 'deleted' });
  const queries = createQueryClient();
  for (let visit = 0; visit < 3; visit += 1) {
    const stop = new QueryObserver(queries, liveStatusQuery({ id: 'c', status: 'deleted' })).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    // As when live updates come back.
    void queries.invalidateQueries();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    stop();
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS);
  }
  expect(call).toHaveBeenCalledTimes(1);
});
