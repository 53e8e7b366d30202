import { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client';
import { afterEach, expect, it, vi } from 'vitest';
import { persistOptionsOf } from './list-persister.ts';
import { listStorage } from './list-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
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
