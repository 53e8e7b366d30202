import { useQuery } from '@tanstack/react-query';
import { useListCounts } from '../../lib/queries/use-list-counts.ts';
import { useDecidedHere } from './offline/use-undecided.ts';
import { approvalsQuery } from './queries.ts';

/**
 * How many requests await a decision, including those not loaded yet, without those that were decided on this device; 0
 * until that is known.
 */
export function useWaiting(): number {
  const { data } = useQuery(approvalsQuery());
  const all = useListCounts(approvalsQuery().queryKey);
  return Math.max(data?.length ?? 0, all?.total ?? 0) - useDecidedHere(data);
}
