import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../query-keys.ts';

/** One task item with its complete fields; a list carries only their beginning. */
export const completeItemQuery = (id: string) =>
  queryOptions({
    queryKey: keys.items.one(id),
    queryFn: ({ signal }) => api.call(routes.getTaskItem, { params: { id }, signal }),
  });
