import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { keys } from './query-keys.ts';

/** The person's own reasons for rejecting, the most used first. */
export const rejectionReasonsQuery = () =>
  queryOptions({
    queryKey: keys.rejectionReasons,
    queryFn: async ({ signal }) => (await api.call(routes.getRejectionReasons, { signal })).reasons,
  });
