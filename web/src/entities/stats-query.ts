import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { callFully } from '../lib/queries/early-calls.ts';

/** The four numbers of the dashboard. */
export const statsQuery = () =>
  queryOptions({
    queryKey: keys.stats,
    queryFn: async ({ signal }) => (await callFully(routes.getDashboardStats, { signal })).reply,
    meta: { persist: true },
  });
