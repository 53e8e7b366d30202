import { onlineManager, QueryClient } from '@tanstack/react-query';

/**
 * Nothing is fetched automatically: no retry, no refetch on focus, no polling, never stale. Live updates say what to
 * refetch. `offlineFirst`: a request is tried even if the browser believes it is offline, so that pages show an error
 * instead of waiting for ever.
 */
export function createQueryClient(): QueryClient {
  // The library assumes a network until it loses one: after a start without one it would not notice when one appears,
  // and would never fetch again what failed.
  onlineManager.setOnline(navigator.onLine);
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
