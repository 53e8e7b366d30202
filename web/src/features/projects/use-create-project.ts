import { type CreateProject, routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Creates a project; the lists and the dashboard's numbers are fetched anew. */
export function useCreateProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateProject) => api.call(routes.postProject, { body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.projects.lists });
      void queries.invalidateQueries({ queryKey: keys.stats });
      toast.success('Project created successfully');
    },
    onError: () => toast.error('Failed to create project'),
  });
}
