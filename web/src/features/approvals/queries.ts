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

/** One item with its complete content: what has to be opened where the list carries only the beginning. */
export const completeItemQuery = (id: string) =>
  queryOptions({
    queryKey: keys.items.one(id),
    queryFn: ({ signal }) => api.call(routes.getTaskItem, { params: { id }, signal }),
  });
