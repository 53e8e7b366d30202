import { type ApproveItem, routes } from '@countersign/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toaster/toast.ts';
import { type Decidable, decisionFailure, refreshAfterConflict, refreshAfterDecision } from './decided.ts';

export interface Approving extends Decidable {
  /** A publish request's title and text, where a person changed them. */
  edits?: ApproveItem['edits'];
}

/** Approves exactly what was on screen, then refreshes the queue and the numbers. */
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

export interface Rejecting extends Decidable {
  /** Passed on to the agent. */
  reason: string;
}

/** Rejects with a reason, then refreshes the queue and the numbers. */
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
