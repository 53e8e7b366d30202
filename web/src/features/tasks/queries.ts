import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

/** All tasks with their projects, newest first. */
export const tasksQuery = () =>
  queryOptions({
    queryKey: keys.tasks.lists,
    queryFn: ({ signal }) => api.call(routes.listTasks, { signal }),
    meta: { persist: true },
  });

/** The tasks of one project, newest first. */
export const projectTasksQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.tasks.ofProject(projectId),
    queryFn: ({ signal }) => api.call(routes.listProjectTasks, { params: { id: projectId }, signal }),
    meta: { persist: true },
  });

/** One task. */
export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: keys.tasks.one(id),
    queryFn: ({ signal }) => api.call(routes.getTask, { params: { id }, signal }),
  });
