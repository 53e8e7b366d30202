// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { KEPT_ENTRIES } from './headers-of.ts';
import { useIsCut, useLastSeen } from './use-last-seen.ts';

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
