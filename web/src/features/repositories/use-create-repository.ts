import { type CreateRepository, routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { refreshRepositories } from './refresh-repositories.ts';

/** Adds a GitHub repository. */
export function useCreateRepository() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateRepository) => api.call(routes.postRepository, { body }),
    onSuccess: () => {
      refreshRepositories(queries);
      toast.success('Repository created', 'GitHub repository has been added successfully.');
    },
    onError: () => toast.error('Failed to create repository. Please check the URL and try again.'),
  });
}
