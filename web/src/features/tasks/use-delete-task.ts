import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Deletes a task, by id, with its history. Where to go afterwards is the caller's, in `mutate`'s own onSuccess. */
export function useDeleteTask() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.deleteTask, { params: { id } }),
    onSuccess: (_reply, id) => {
      // The task's own page may still be open for a moment: forget it without asking for it again, that would be a 404.
      queries.removeQueries({ queryKey: keys.tasks.one(id), type: 'inactive' });
      void queries.invalidateQueries({ queryKey: keys.tasks.one(id), refetchType: 'none' });
      for (const queryKey of [keys.tasks.lists, keys.stats, keys.projects.all, keys.approvals]) {
        void queries.invalidateQueries({ queryKey });
      }
      toast.success('Task deleted successfully');
    },
    onError: () => toast.error('Failed to delete task'),
  });
}
