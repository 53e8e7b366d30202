import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { wholeList } from '../../lib/whole-list.ts';

/** More than a screen shows. They can be decided long before hundreds have arrived. */
const FIRST_APPROVALS = 20;

/** What waits for a decision, oldest first. */
export const approvalsQuery = () =>
  queryOptions({
    queryKey: keys.approvals,
    queryFn: (context) => wholeList(routes.listApprovals, {}, context, { first: FIRST_APPROVALS, replacesKept: true }),
    meta: { persist: true },
  });
