import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { refreshRepositories } from './refresh-repositories.ts';

/** Deletes a repository, by id, and its stored token. */
export function useDeleteRepository() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.deleteRepository, { params: { id } }),
    onSuccess: () => {
      refreshRepositories(queries);
      toast.success('Repository deleted', 'Repository has been removed successfully.');
    },
    onError: () => toast.error('Failed to delete repository.'),
  });
}
