import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Creates a container with the default settings in a project and starts it. */
export function useCreateContainer(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.postProjectContainer, { params: { id: projectId }, body: { projectId } }),
    onSuccess: () => {
      for (const queryKey of [keys.containers.lists, keys.projects.all]) {
        void queries.invalidateQueries({ queryKey });
      }
      toast.success('Container created successfully');
    },
    onError: () => toast.error('Failed to create container'),
  });
}
