import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { approvalsQuery } from './queries.ts';

const { queryKey } = approvalsQuery();
const hash = hashKey(queryKey);

/**
 * What waits for a decision, for a page that shows it. `isFetching` is told only where it changes what the page says:
 * with data of an earlier visit, after an error, or without data. With every request that arrives the list is fetched
 * again, and rendering the page when that begins would delay the very call that brings the card.
 */
export function useApprovals() {
  const { data, error, isRefetchError, dataUpdatedAt, refetch } = useQuery(approvalsQuery());
  const client = useQueryClient();
  const isFetching = useSyncExternalStore(
    (listener) =>
      // Not of other queries: they may be added while something else is being drawn.
      client.getQueryCache().subscribe(({ query }) => query.queryHash === hash && listener()),
    () => {
      const state = client.getQueryState(queryKey);
      if (!state || state.fetchStatus === 'idle') return false;
      return state.status !== 'success' || isLastSeen(state.dataUpdatedAt);
    },
  );
  return { data, error, isRefetchError, dataUpdatedAt, refetch, isFetching };
}
