import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

/** A task's history, oldest first, replies nested. */
export const taskItemsQuery = (taskId: string) =>
  queryOptions({
    queryKey: keys.items.ofTask(taskId),
    queryFn: ({ signal }) => api.call(routes.listTaskItems, { params: { id: taskId }, signal }),
  });
