import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { FIRST_ENTRIES } from '../../lib/queries/first-entries.ts';
import { pageApi } from '../../lib/queries/early-calls.ts';
import { wholeList } from '../../lib/queries/whole-list.ts';

/** All tasks with their projects, newest first. */
export const tasksQuery = () =>
  queryOptions({
    queryKey: keys.tasks.lists,
    queryFn: (context) => wholeList(routes.listTasks, {}, context, { first: FIRST_ENTRIES }),
    meta: { persist: true },
  });

/** The tasks of one project, newest first. */
export const projectTasksQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.tasks.ofProject(projectId),
    queryFn: (context) => wholeList(routes.listProjectTasks, { params: { id: projectId } }, context),
    meta: { persist: true },
  });

/** One task. */
export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: keys.tasks.one(id),
    queryFn: ({ signal }) => pageApi.call(routes.getTask, { params: { id }, signal }),
  });
