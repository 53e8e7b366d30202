import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../query-keys.ts';

/** All repositories, newest first. */
export const repositoriesQuery = () =>
  queryOptions({
    queryKey: keys.repositories.lists,
    queryFn: ({ signal }) => api.call(routes.listRepositories, { signal }),
    meta: { persist: true },
  });
