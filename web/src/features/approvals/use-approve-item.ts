import { type ApproveItem, routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { type Decidable, decisionFailure, refreshAfterConflict, refreshAfterDecision } from './decided.ts';

export interface Approving extends Decidable {
  /** A publish request's title and text, where a person changed them. */
  edits?: ApproveItem['edits'];
}

/** Approves exactly what was on screen; then queue and numbers are refreshed (specification §7). */
export function useApproveItem() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, hash, edits }: Approving) =>
      api.call(routes.approveTaskItem, { params: { id }, body: edits ? { edits } : {}, ifMatch: hash }),
    onSuccess: (_item, approving) => {
      refreshAfterDecision(queries, approving);
      toast.success('Approved', 'Item has been approved successfully');
    },
    onError: (error, approving) => {
      refreshAfterConflict(queries, error, approving);
      toast.error(decisionFailure('Failed to approve item', error));
    },
  });
}
