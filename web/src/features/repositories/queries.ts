import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { wholeList } from '../../lib/queries/whole-list.ts';

/** The repositories linked to one project. */
export const projectRepositoriesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.repositories.ofProject(projectId),
    queryFn: (context) => wholeList(routes.listProjectRepositories, { params: { id: projectId } }, context),
    meta: { persist: true },
  });
