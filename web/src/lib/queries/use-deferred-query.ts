import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

/**
 * A query whose result is rendered with low priority, in pieces: by itself a query renders it at once, which blocks
 * input (decision 005).
 */
export function useDeferredQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, error, refetch } = useQuery(options);
  return { data: useDeferredValue(data), error, refetch };
}
