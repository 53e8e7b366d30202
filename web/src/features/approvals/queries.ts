import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

/** What waits for a decision, oldest first. */
export const approvalsQuery = () =>
  queryOptions({
    queryKey: keys.approvals,
    queryFn: ({ signal }) => api.call(routes.listApprovals, { signal }),
    meta: { persist: true },
  });
