import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { configQuery } from '../../entities/config-query.ts';
import { keys } from '../../entities/query-keys.ts';
import { api } from '../../lib/api.ts';
import { pageApi } from '../../lib/queries/early-calls.ts';
import { wholeList } from '../../lib/queries/whole-list.ts';

/** All projects, newest first, with counts but without their repositories and tasks. */
export const projectsQuery = () =>
  queryOptions({
    queryKey: keys.projects.summaries,
    queryFn: (context) => wholeList(routes.listProjects, { query: { view: 'summary' } }, context),
    meta: { persist: true },
  });

/** One project. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: keys.projects.one(id),
    queryFn: ({ signal }) => pageApi.call(routes.getProject, { params: { id }, signal }),
  });

/** The agents that this deployment offers, its default first. */
export const agentsQuery = () => queryOptions({ ...configQuery(), select: (config) => config.agents });

/** Model usage of a project. */
export const projectUsageQuery = (id: string) =>
  queryOptions({
    queryKey: keys.projects.usage(id),
    queryFn: ({ signal }) => api.call(routes.getProjectUsage, { params: { id }, signal }),
  });
