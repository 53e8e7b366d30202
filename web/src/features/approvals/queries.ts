import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { wholeList } from '../../lib/whole-list.ts';

/** What waits for a decision, oldest first. */
export const approvalsQuery = () =>
  queryOptions({
    queryKey: keys.approvals,
    queryFn: (context) => wholeList(routes.listApprovals, {}, context),
    meta: { persist: true },
  });
