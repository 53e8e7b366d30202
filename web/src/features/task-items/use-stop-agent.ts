import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Asks the agent to end its turn and to wait for the next message. */
export function useStopAgent(taskId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.postTaskStop, { params: { id: taskId } }),
    onSuccess: (task) => {
      queries.setQueryData(keys.tasks.one(taskId), task);
      toast.success('Stop requested', 'The agent ends its turn and waits for your message.');
    },
    onError: () => toast.error('Failed to stop the agent'),
  });
}
