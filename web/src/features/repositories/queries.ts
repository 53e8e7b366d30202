import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

/** All repositories, newest first. */
export const repositoriesQuery = () =>
  queryOptions({
    queryKey: keys.repositories.lists,
    queryFn: ({ signal }) => api.call(routes.listRepositories, { signal }),
    meta: { persist: true },
  });

/** The repositories linked to one project. */
export const projectRepositoriesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.repositories.ofProject(projectId),
    queryFn: ({ signal }) => api.call(routes.listProjectRepositories, { params: { id: projectId }, signal }),
    meta: { persist: true },
  });
