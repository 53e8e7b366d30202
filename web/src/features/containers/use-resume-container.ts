import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { refreshContainer } from './refresh-container.ts';

/** Resumes the container with this id. */
export function useResumeContainer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.resumeContainer, { params: { id } }),
    onSuccess: (_container, id) => {
      refreshContainer(queries, id);
      toast.success('Container resumed', 'The container has been resumed successfully.');
    },
    onError: () => toast.error('Failed to resume container.'),
  });
}
