import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const SESSION_BEGAN = performance.timeOrigin;

/** True for data that an earlier session fetched: fine to look at, not to decide on. */
export function isLastSeen(dataUpdatedAt: number): boolean {
  return dataUpdatedAt > 0 && dataUpdatedAt < SESSION_BEGAN;
}

/** When the oldest data on screen was fetched (ms), if that was in an earlier session and nothing newer is on its way. */
export function useLastSeen(): number | null {
  const client = useQueryClient();
  return useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => oldestLastSeen(client),
  );
}

function oldestLastSeen(client: QueryClient): number | null {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'idle' })
    .map((query) => query.state.dataUpdatedAt)
    .filter(isLastSeen);
  return times.length === 0 ? null : Math.min(...times);
}
