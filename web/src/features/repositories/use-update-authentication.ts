import { type RepositoryAuth, routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { refreshRepositories } from './refresh-repositories.ts';

/** Stores, keeps or removes the token of a repository. */
export function useUpdateAuthentication(repositoryId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RepositoryAuth) => api.call(routes.putRepositoryAuth, { params: { id: repositoryId }, body }),
    onSuccess: () => {
      refreshRepositories(queries);
      toast.success('Authentication updated', 'GitHub authentication has been configured successfully.');
    },
    onError: () => toast.error('Failed to update authentication. Please check your token.'),
    // The token was in the variables: nothing keeps them once the dialog is closed.
    gcTime: 0,
  });
}
