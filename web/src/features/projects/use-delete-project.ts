import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Deletes a project, by id, with all that is in it. Where to go afterwards is the caller's, in `mutate`'s own onSuccess. */
export function useDeleteProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.deleteProject, { params: { id } }),
    onSuccess: (_reply, id) => {
      // The project's own page is still open for a moment: asking for it again would answer 404.
      void queries.invalidateQueries({ queryKey: keys.projects.one(id), refetchType: 'none' });
      const touched = [
        keys.projects.lists,
        keys.stats,
        keys.repositories.lists,
        keys.tasks.lists,
        keys.approvals,
        keys.containers.lists,
      ];
      for (const queryKey of touched) {
        void queries.invalidateQueries({ queryKey, predicate: ({ queryKey: key }) => !key.includes(id) });
      }
      toast.success('Project deleted successfully');
    },
    onError: () => toast.error('Failed to delete project'),
  });
}
