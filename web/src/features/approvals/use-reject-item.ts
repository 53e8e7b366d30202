import { routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { type Decidable, decisionFailure, refreshAfterConflict, refreshAfterDecision } from './decided.ts';

export interface Rejecting extends Decidable {
  /** The agent is told. */
  reason: string;
}

/** Rejects with a reason; then queue and numbers are refreshed (specification §7). */
export function useRejectItem() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, hash, reason }: Rejecting) =>
      api.call(routes.rejectTaskItem, { params: { id }, body: { reason }, ifMatch: hash }),
    onSuccess: (_item, rejecting) => {
      refreshAfterDecision(queries, rejecting);
      toast.success('Rejected', 'Item has been rejected');
    },
    onError: (error, rejecting) => {
      refreshAfterConflict(queries, error, rejecting);
      toast.error(decisionFailure('Failed to reject item', error));
    },
  });
}
