import { useQuery, type QueryKey } from '@tanstack/react-query';
import { countsKey, type ListCounts } from './whole-list.ts';

/** The total of a list and the counts of each status, while it is not completely loaded; null once it is. */
export function useListCounts(listKey: QueryKey): ListCounts | null {
  // Written by the code that fetches the list.
  const { data } = useQuery<ListCounts | null>({ queryKey: countsKey(listKey), queryFn: () => null, enabled: false });
  return data ?? null;
}
