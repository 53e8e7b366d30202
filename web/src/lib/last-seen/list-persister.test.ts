import { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client';
import { afterEach, expect, it, vi } from 'vitest';
import { persistOptionsOf } from './list-persister.ts';
import { listStorage } from './list-store.ts';
import { isLastSeen } from './use-last-seen.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const meta = { persist: true };

afterEach(() => vi.restoreAllMocks());

it('gives back no list that was fetched more than a week ago, however lately it was saved', async () => {
  let kept = '';
  vi.spyOn(listStorage, 'setItem').mockImplementation(async (_uid, lists) => void (kept = lists));
  vi.spyOn(listStorage, 'getItem').mockImplementation(async () => kept);
  const [before, after] = [new QueryClient(), new QueryClient()];
  for (const [days, name] of [
    [6, 'young'],
    [8, 'old'],
  ] as const) {
    before.setQueryDefaults([name], { meta });
    before.setQueryData([name], [name], { updatedAt: Date.now() - days * DAY_MS });
  }
  const options = persistOptionsOf('ada');
  await persistQueryClientSave({ ...options, queryClient: before });
  await vi.waitFor(() => expect(kept).toContain('young'), 10_000);
  await persistQueryClientRestore({ ...options, queryClient: after });
  expect(after.getQueryData(['young'])).toEqual(['young']);
  expect(after.getQueryData(['old'])).toBeUndefined();
});

it('knows what it has given back from what was fetched now, wherever the clock was set meanwhile', async () => {
  let kept = '';
  vi.spyOn(listStorage, 'setItem').mockImplementation(async (_uid, lists) => void (kept = lists));
  vi.spyOn(listStorage, 'getItem').mockImplementation(async () => kept);
  const [before, after] = [new QueryClient(), new QueryClient()];
  before.setQueryDefaults(['list'], { meta });
  // The clock was an hour ahead then, and is an hour behind now.
  before.setQueryData(['list'], ['kept'], { updatedAt: Date.now() + HOUR_MS });
  const options = persistOptionsOf('ada');
  await persistQueryClientSave({ ...options, queryClient: before });
  await vi.waitFor(() => expect(kept).toContain('kept'), 10_000);
  await persistQueryClientRestore({ ...options, queryClient: after });
  const updatedAt = () => after.getQueryState(['list'])?.dataUpdatedAt ?? 0;
  expect(after.getQueryData(['list'])).toEqual(['kept']);
  expect(isLastSeen(updatedAt())).toBe(true);
  after.setQueryData(['list'], ['new'], { updatedAt: performance.timeOrigin - HOUR_MS });
  expect(isLastSeen(updatedAt())).toBe(false);
});
