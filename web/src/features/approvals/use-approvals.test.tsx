import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as api from '../../lib/api.ts';
import { noteLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { approvalsQuery } from './queries.ts';
import { useApprovals } from './use-approvals.ts';

const { queryKey } = approvalsQuery();
let client: QueryClient;
let reply: ReturnType<typeof deferred<never[]>>;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  reply = deferred();
  vi.spyOn(api.api, 'callFully').mockImplementation(
    async () => ({ reply: await reply.promise, headers: new Headers() }) as never,
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open() {
  let renders = 0;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ ...useApprovals(), renders: (renders += 1) }), { wrapper });
  return result;
}
const fetchAnew = () => act(async () => void client.invalidateQueries({ queryKey }));
const isFetched = () => client.isFetching({ queryKey }) > 0;

it('is not drawn anew as the list begins to be fetched again', async () => {
  client.setQueryData(queryKey, []);
  const shown = open();
  const { renders } = shown.current;
  await fetchAnew();
  expect(isFetched()).toBe(true);
  expect(shown.current).toMatchObject({ renders, isFetching: false });
});

it('tells that it is fetched where nothing is known, where that failed, and where all is from an earlier visit', async () => {
  const shown = open();
  expect(shown.current.isFetching).toBe(true);
  await act(async () => reply.resolve([]));
  await vi.waitFor(() => expect(shown.current).toMatchObject({ isFetching: false, data: [] }), 10_000);
  reply = deferred();
  await fetchAnew();
  await act(async () => reply.reject(new TypeError('offline')));
  await vi.waitFor(() => expect(shown.current).toMatchObject({ isFetching: false, isRefetchError: true }), 10_000);
  reply = deferred();
  await fetchAnew();
  expect(shown.current).toMatchObject({ isFetching: true, error: expect.any(TypeError) });
  await act(async () => reply.resolve([]));
  await vi.waitFor(() => expect(shown.current).toMatchObject({ isFetching: false, error: null }), 10_000);

  noteLastSeen(5);
  await act(async () => void client.setQueryData(queryKey, [], { updatedAt: 5 }));
  reply = deferred();
  await fetchAnew();
  expect(shown.current.isFetching).toBe(true);
});
