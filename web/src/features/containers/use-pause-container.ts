import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { refreshContainer } from './refresh-container.ts';

/** Pauses the container with this id. */
export function usePauseContainer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.pauseContainer, { params: { id } }),
    onSuccess: (_container, id) => {
      refreshContainer(queries, id);
      toast.success('Container paused', 'The container has been paused successfully.');
    },
    onError: () => toast.error('Failed to pause container.'),
  });
}
