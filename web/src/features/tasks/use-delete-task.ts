import { routes } from '@countersign/contract';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

const deletionOf = (id: string) => ['delete-task', id];

/**
 * Deletes a task with its history. `onDeleted` belongs to the mutation, not to one call of it: the task's page may be
 * told that its task is gone, and unmount, before the reply is here.
 */
export function useDeleteTask(id: string, onDeleted: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: deletionOf(id),
    mutationFn: () => api.call(routes.deleteTask, { params: { id } }),
    onSuccess: () => {
      // The task's own page may still be open for a moment: forget it without asking for it again, that would be a 404.
      queries.removeQueries({ queryKey: keys.tasks.one(id), type: 'inactive' });
      void queries.invalidateQueries({ queryKey: keys.tasks.one(id), refetchType: 'none' });
      for (const queryKey of [keys.tasks.lists, keys.stats, keys.projects.all, keys.approvals]) {
        void queries.invalidateQueries({ queryKey });
      }
      toast.success('Task deleted successfully');
      onDeleted();
    },
    onError: () => toast.error('Failed to delete task'),
  });
}

/** Whether a task is being deleted from here, so that its page does not call it missing meanwhile. */
export const useIsDeletingTask = (id: string): boolean => useIsMutating({ mutationKey: deletionOf(id) }) > 0;
