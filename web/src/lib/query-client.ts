import { QueryClient } from '@tanstack/react-query';

/**
 * Data fetching as specification §7 has it: no retry, no refetch on focus, no polling, never stale.
 * `offlineFirst`: a request is tried even when the browser believes to be offline, so that pages show an answer
 * instead of waiting for ever.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Infinity,
        gcTime: 24 * 60 * 60 * 1000,
        networkMode: 'offlineFirst',
      },
      mutations: { retry: false, networkMode: 'offlineFirst' },
    },
  });
}
