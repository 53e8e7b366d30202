import { useQuery } from '@tanstack/react-query';
import { useListCounts } from '../../lib/queries/use-list-counts.ts';
import { approvalsQuery } from './queries.ts';

/** How many requests await a decision, including those not loaded yet; 0 until that is known. */
export function useWaiting(): number {
  const arrived = useQuery(approvalsQuery()).data?.length ?? 0;
  const all = useListCounts(approvalsQuery().queryKey);
  return Math.max(arrived, all?.total ?? 0);
}
