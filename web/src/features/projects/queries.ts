import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

/** All projects, newest first, with counts but without their repositories and tasks. */
export const projectsQuery = () =>
  queryOptions({
    queryKey: keys.projects.summaries,
    queryFn: ({ signal }) => api.call(routes.listProjects, { query: { view: 'summary' }, signal }),
    meta: { persist: true },
  });

/** One project. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: keys.projects.one(id),
    queryFn: ({ signal }) => api.call(routes.getProject, { params: { id }, signal }),
  });
