import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { closeDecided } from '../../features/notifications/close-decided.ts';
import { isLastSeen } from '../../lib/last-seen/use-last-seen.ts';
import { useListCounts } from '../../lib/queries/use-list-counts.ts';

/** Closes notifications of requests that were decided, when the app starts and when the queue changes; renders nothing. */
export function DecidedNotifications() {
  const { data, dataUpdatedAt, isFetching, isSuccess } = useQuery(approvalsQuery());
  const isWhole = useListCounts(approvalsQuery().queryKey) === null;
  const isCurrent = isSuccess && isWhole && !isFetching && !isLastSeen(dataUpdatedAt);
  /** When the list was asked for last, at the earliest: when this is mounted, it may have been asked for long ago. */
  const asked = useRef(performance.timeOrigin);
  const wasFetching = useRef(isFetching);
  useEffect(() => {
    if (isFetching && !wasFetching.current) asked.current = Date.now();
    wasFetching.current = isFetching;
  }, [isFetching]);
  useEffect(() => {
    if (!isCurrent) return;
    // A browser that cannot say what it shows goes on showing it.
    closeDecided(new Set(data.map(({ id }) => id)), asked.current).catch(() => undefined);
  }, [data, dataUpdatedAt, isCurrent]);
  return null;
}
