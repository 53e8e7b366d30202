import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';

/** The name in the commits that the owner approves. */
export const countersignatureQuery = () =>
  queryOptions({
    queryKey: keys.countersignature,
    queryFn: ({ signal }) => api.call(routes.getCountersignature, { signal }),
    // No signal tells that another device has changed it.
    staleTime: 0,
    meta: { persist: false },
  });
