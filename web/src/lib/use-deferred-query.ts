import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

/**
 * A query whose answer is drawn in pieces, after whatever the person does: by itself a query draws it in one go
 * (decision 005).
 */
export function useDeferredQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, error, refetch } = useQuery(options);
  return { data: useDeferredValue(data), error, refetch };
}
