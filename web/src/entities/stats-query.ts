import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { api } from '../lib/api.ts';

/** The four numbers of the dashboard. */
export const statsQuery = () =>
  queryOptions({
    queryKey: keys.stats,
    queryFn: ({ signal }) => api.call(routes.getDashboardStats, { signal }),
    meta: { persist: true },
  });
