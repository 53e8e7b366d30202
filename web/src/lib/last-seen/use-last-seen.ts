import { ApiError } from '@countersign/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { KEPT_ENTRIES } from './headers-of.ts';

/** When each piece of data from an earlier session was fetched. Noted, not told by a clock: that may have been set since. */
const restored = new Set<number>();

/** Notes that data fetched at this time was restored from an earlier session. */
export const noteLastSeen = (dataUpdatedAt: number) => void restored.add(dataUpdatedAt);

/** True for data that was fetched in an earlier session: good enough to read, not to decide. */
export const isLastSeen = (dataUpdatedAt: number) => restored.has(dataUpdatedAt);

/** What a query has fetched in this session: what was true at an earlier visit says nothing about now. */
export const ofThisVisit = <Data>({ data, dataUpdatedAt }: { data: Data | undefined; dataUpdatedAt: number }) =>
  isLastSeen(dataUpdatedAt) ? undefined : data;

/**
 * When the oldest data on screen was fetched (ms), if that was in an earlier session and nothing newer is being
 * fetched.
 */
export function useLastSeen(): number | null {
  return useReadOfCache((client) => {
    const times = lastSeenOf(client).map(({ dataUpdatedAt }) => dataUpdatedAt);
    return times.length === 0 ? null : Math.min(...times);
  });
}

/** Whether a list on screen may be incomplete: it has the maximum length of a kept list. */
export function useIsCut(): boolean {
  return useReadOfCache((client) =>
    lastSeenOf(client).some(({ data }) => Array.isArray(data) && data.length === KEPT_ENTRIES),
  );
}

/** Whether something on screen is from an earlier session and being fetched again. */
export function useIsRefreshingKept(): boolean {
  return useReadOfCache((client) =>
    client
      .getQueryCache()
      .findAll({ type: 'active', fetchStatus: 'fetching' })
      .some(({ state }) => isLastSeen(state.dataUpdatedAt)),
  );
}

/** The status with which the server refused to refresh what is on screen, if it was reached at all. */
export function useRefusalStatus(): number | null {
  return useReadOfCache((client) => {
    const refused = lastSeenOf(client).find(({ error }) => error instanceof ApiError);
    return refused?.error instanceof ApiError ? refused.error.status : null;
  });
}

/** What `read` finds in the cache of queries now; the caller is rendered anew when that changes. */
function useReadOfCache<Value extends number | boolean | null>(read: (client: QueryClient) => Value): Value {
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
