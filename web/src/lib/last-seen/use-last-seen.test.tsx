import { ApiError } from '@countersign/contract';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { deferred } from '../timing/deferred.ts';
import { KEPT_ENTRIES } from './headers-of.ts';
import { noteLastSeen, useIsCut, useIsRefreshingKept, useLastSeen, useRefusalStatus } from './use-last-seen.ts';

noteLastSeen(1);
afterEach(cleanup);

it.each([
  ['a long list of an earlier session', 1, KEPT_ENTRIES, { lastSeen: 1, isCut: true }],
  ['a short one', 1, KEPT_ENTRIES - 1, { lastSeen: 1, isCut: false }],
  ['a long one of this session', Date.now(), KEPT_ENTRIES, { lastSeen: null, isCut: false }],
])('tells how old it is and that it may be cut: %s', (_what, updatedAt, length, told) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(['list'], Array.from({ length }), { updatedAt });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      useQuery({ queryKey: ['list'], queryFn: () => [] });
      return { lastSeen: useLastSeen(), isCut: useIsCut() };
    },
    { wrapper },
  );
  expect(result.current).toEqual(told);
});

it('what is kept is marked while it is fetched again, and no longer once it is there', async () => {
  const { result, answer } = refetching();
  expect(result.current).toEqual({ isRefreshing: true, lastSeen: null, refusal: null });
  await act(async () => answer.resolve([]));
  await waitFor(() => expect(result.current).toEqual({ isRefreshing: false, lastSeen: null, refusal: null }));
});

it.each([
  ['the server, which answered 500', new ApiError(500, 'Oops', null), 500],
  ['the connection', new TypeError('Failed to fetch'), null],
])('tells whose fault it is that it could not be fetched again: %s', async (_whose, error, refusal) => {
  const { result, answer } = refetching();
  await act(async () => answer.reject(error));
  await waitFor(() => expect(result.current).toEqual({ isRefreshing: false, lastSeen: 1, refusal }));
});

function refetching() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['list'], [], { updatedAt: 1 });
  const answer = deferred<unknown[]>();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      useQuery({ queryKey: ['list'], queryFn: () => answer.promise });
      return { isRefreshing: useIsRefreshingKept(), lastSeen: useLastSeen(), refusal: useRefusalStatus() };
    },
    { wrapper },
  );
  return { result, answer };
}
