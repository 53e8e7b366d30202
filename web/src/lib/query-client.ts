import { onlineManager, QueryClient } from '@tanstack/react-query';

/**
 * Data fetching as specification §7 has it: no retry, no refetch on focus, no polling, never stale.
 * `offlineFirst`: a request is tried even when the browser believes to be offline, so that pages show an answer
 * instead of waiting for ever.
 */
export function createQueryClient(): QueryClient {
  // The library believes in a network until one is lost: after a start without one it would not notice its return, and
  // never fetch again what could not be fetched.
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
