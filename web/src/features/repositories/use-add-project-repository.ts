import { type CreateProjectRepository, routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { refreshRepositories } from './refresh-repositories.ts';

/**
 * Adds a repository inside a project in one step. Specification §7 defines the call and wires it to no screen:
 * screens add a repository to the list first and link it then.
 */
export function useAddProjectRepository(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateProjectRepository) =>
      api.call(routes.postProjectRepository, { params: { id: projectId }, body }),
    onSuccess: () => {
      refreshRepositories(queries);
      toast.success('Repository added successfully');
    },
    onError: () => toast.error('Failed to add repository'),
  });
}
