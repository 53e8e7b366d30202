import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { Container, LiveStatus } from '@countersign/contract';
import { useCallback } from 'react';
import { liveStatusQuery } from './queries.ts';

/** The live status of one container, polled every 5 s; undefined until it arrives, 'unknown' if the request failed. */
export function useLiveStatus(container: Pick<Container, 'id' | 'status'>): string | undefined {
  return statusOf(useQuery(liveStatusQuery(container)));
}

/** The same for several containers, by id; one whose status has not arrived is absent. */
export function useLiveStatuses(containers: readonly Pick<Container, 'id' | 'status'>[]): ReadonlyMap<string, string> {
  const combine = useCallback(
    (results: UseQueryResult<LiveStatus>[]) => {
      const statuses = new Map<string, string>();
      results.forEach((result, index) => {
        const id = containers[index]?.id;
        const status = statusOf(result);
        if (id !== undefined && status !== undefined) statuses.set(id, status);
      });
      return statuses;
    },
    [containers],
  );
  return useQueries({ queries: containers.map(liveStatusQuery), combine });
}

function statusOf(result: UseQueryResult<LiveStatus>): string | undefined {
  // Not `isError`: a query that never succeeded is "pending" again during each retry and would flicker.
  if (result.errorUpdatedAt > result.dataUpdatedAt) return 'unknown';
  return result.data?.status;
}
