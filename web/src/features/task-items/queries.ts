import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { wholeList } from '../../lib/queries/whole-list.ts';
import { joinHistory } from './join-history.ts';

/** A task's history, oldest first, replies nested. */
export const taskItemsQuery = (taskId: string) =>
  queryOptions({
    queryKey: keys.items.ofTask(taskId),
    queryFn: (context) => wholeList(routes.listTaskItems, { params: { id: taskId } }, context, { join: joinHistory }),
  });

/** A task's result, with its pull requests in their current state at GitHub. */
export const taskResultQuery = (taskId: string) =>
  queryOptions({
    queryKey: keys.results.one(taskId),
    queryFn: ({ signal }) => api.call(routes.getTaskResult, { params: { id: taskId }, signal }),
  });
