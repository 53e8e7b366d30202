import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Says something to the agent of a task. It is never consent (design §1). */
export function useSendMessage(taskId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => api.call(routes.postTaskMessage, { params: { id: taskId }, body: { text } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: keys.items.ofTask(taskId) }),
    onError: () => toast.error('Failed to send message'),
  });
}
