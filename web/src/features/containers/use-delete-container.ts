import { ApiError, routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** From every other status it can be deleted: what was wanted is so already, here or in another tab. */
function unlessDeleted(error: unknown): void {
  if (!(error instanceof ApiError) || error.reply?.code !== 'illegal_move') throw error;
}

/** Shuts the container with this id down for good; then the project and container lists refresh (specification §7). */
export function useDeleteContainer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.deleteContainer, { params: { id } }).catch(unlessDeleted),
    onSuccess: (_reply, id) => {
      for (const queryKey of [keys.projects.all, keys.containers.lists, keys.containers.liveStatus(id)]) {
        void queries.invalidateQueries({ queryKey });
      }
      // Its own page may be open still and is about to be left: asked again when somebody comes back.
      void queries.invalidateQueries({ queryKey: keys.containers.one(id), refetchType: 'none' });
      toast.success('Container deleted', 'The container has been successfully shut down and removed.');
    },
    onError: () => toast.error('Failed to delete the container. Please try again.'),
  });
}
