import { ApiError } from '@countersign/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { KEPT_ENTRIES } from './headers-of.ts';

const SESSION_BEGAN = performance.timeOrigin;

/** True for data that was fetched in an earlier session: fit for looking at, not for deciding on. */
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

/** Whether a list on screen may be incomplete: as long as what is kept of a list at most. */
export function useIsCut(): boolean {
  return useCached((client) =>
    lastSeenOf(client).some(({ data }) => Array.isArray(data) && data.length === KEPT_ENTRIES),
  );
}

/** Whether something on screen is of an earlier session and being fetched again. */
export function useIsRefreshingKept(): boolean {
  return useCached((client) =>
    client
      .getQueryCache()
      .findAll({ type: 'active', fetchStatus: 'fetching' })
      .some(({ state }) => isLastSeen(state.dataUpdatedAt)),
  );
}

/** With which status the server refused to refresh what is on screen, where it was reached at all. */
export function useRefusalStatus(): number | null {
  return useCached((client) => {
    const refused = lastSeenOf(client).find(({ error }) => error instanceof ApiError);
    return refused?.error instanceof ApiError ? refused.error.status : null;
  });
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
