import { routes } from '@countersign/contract';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

const deletionOf = (id: string) => ['delete-project', id];

/**
 * Deletes a project with all that is in it. `onDeleted` belongs to the mutation, not to one call of it: the page may be
 * told that its project is gone, and unmount, before the reply is here.
 */
export function useDeleteProject(id: string, onDeleted: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: deletionOf(id),
    mutationFn: () => api.call(routes.deleteProject, { params: { id } }),
    onSuccess: () => {
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
      onDeleted();
    },
    onError: () => toast.error('Failed to delete project'),
  });
}

/** Whether a project is being deleted from here, so that its page does not call it missing meanwhile. */
export const useIsDeletingProject = (id: string): boolean => useIsMutating({ mutationKey: deletionOf(id) }) > 0;
