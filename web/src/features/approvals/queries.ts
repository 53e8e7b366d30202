import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { FIRST_ENTRIES } from '../../lib/queries/first-entries.ts';
import { wholeList } from '../../lib/queries/whole-list.ts';

/** What waits for a decision, oldest first. */
export const approvalsQuery = () =>
  queryOptions({
    queryKey: keys.approvals,
    queryFn: (context) => wholeList(routes.listApprovals, {}, context, { first: FIRST_ENTRIES, replacesKept: true }),
    meta: { persist: true },
  });
