import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { KEPT_ENTRIES } from './headers-of.ts';

const SESSION_BEGAN = performance.timeOrigin;

/** True for data that an earlier session fetched: fine to look at, not to decide on. */
export function isLastSeen(dataUpdatedAt: number): boolean {
  return dataUpdatedAt > 0 && dataUpdatedAt < SESSION_BEGAN;
}

/** When the oldest data on screen was fetched (ms), if that was in an earlier session and nothing newer is on its way. */
export function useLastSeen(): number | null {
  return useCached((client) => {
    const times = lastSeenOf(client).map(({ dataUpdatedAt }) => dataUpdatedAt);
    return times.length === 0 ? null : Math.min(...times);
  });
}

/** Whether of a list on screen no more may be there than what is kept of one. */
export function useIsCut(): boolean {
  return useCached((client) =>
    lastSeenOf(client).some(({ data }) => Array.isArray(data) && data.length === KEPT_ENTRIES),
  );
}

function useCached<Value extends number | boolean | null>(read: (client: QueryClient) => Value): Value {
  const client = useQueryClient();
  return useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => read(client),
  );
}

function lastSeenOf(client: QueryClient) {
  return client
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'idle' })
    .map(({ state }) => state)
    .filter(({ dataUpdatedAt }) => isLastSeen(dataUpdatedAt));
}
