import { type AskForLimits, routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { api, messageOf } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';

/** Puts limits on a card, where they await approval; the form shows errors. `isReplacing`: others are in force. */
export function useAskForLimits(taskId: string, isReplacing: boolean) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: AskForLimits) => api.call(routes.postTaskLimits, { params: { id: taskId }, body }),
    onSuccess: () => {
      for (const queryKey of [keys.items.ofTask(taskId), keys.approvals]) void queries.invalidateQueries({ queryKey });
      const former = ' The former ones stay in force until then; Revoke ends them at once.';
      const words = `They let nothing pass until you approve them.${isReplacing ? former : ''}`;
      toast.success('Limits are waiting for your approval', words);
    },
  });
}

/** Revokes the limits of a task. */
export function useRevokeLimits(taskId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.deleteTaskLimits, { params: { id: taskId } }),
    onSuccess: () =>
      toast.success('Limits revoked', 'From now on whatever the agent asks waits for you, unless a rule covers it'),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.tasks.one(taskId) }),
    onError: (error) => toast.error(messageOf(error), 'Failed to revoke the limits'),
  });
}
