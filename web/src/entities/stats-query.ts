import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { pageApi } from '../lib/queries/early-calls.ts';

/** The four numbers of the dashboard. */
export const statsQuery = () =>
  queryOptions({
    queryKey: keys.stats,
    queryFn: ({ signal }) => pageApi.call(routes.getDashboardStats, { signal }),
    meta: { persist: true },
  });
