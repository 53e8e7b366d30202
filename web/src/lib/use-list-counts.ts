import { useQuery, type QueryKey } from '@tanstack/react-query';
import { countsKey, type ListCounts } from './whole-list.ts';

/** How many things a list has, and of each status, while it has not arrived whole; null when it has. */
export function useListCounts(listKey: QueryKey): ListCounts | null {
  // Written by whoever fetches the list.
  const { data } = useQuery<ListCounts | null>({ queryKey: countsKey(listKey), queryFn: () => null, enabled: false });
  return data ?? null;
}
