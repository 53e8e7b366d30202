import { type Approval, ApiError } from '@countersign/contract';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';

/** What a decision is about. */
export interface Decidable {
  id: string;
  taskId: string;
  /** Hash of the bytes that were on screen; sent as If-Match. */
  hash: string;
}

/** After a decision, ours or somebody else's: the item leaves the queue at once, then queue, numbers and its task are asked anew. */
export function refreshAfterDecision(queries: QueryClient, { id, taskId }: Decidable): void {
  queries.setQueryData<Approval[]>(keys.approvals, (list) => list?.filter((approval) => approval.id !== id));
  refresh(queries, taskId);
}

/**
 * After a decision that was not confirmed: the list may be older than what the server has. Where no answer came, or none
 * of ours, it may have been made all the same.
 */
export function refreshAfterConflict(queries: QueryClient, error: unknown, { id, taskId }: Decidable): void {
  if (error instanceof ApiError && isPlainRefusal(error)) return;
  void queries.invalidateQueries({ queryKey: keys.items.one(id) });
  refresh(queries, taskId);
}

/** The server took the call for wrong; nothing became of it, and nothing else is known by that. */
const isPlainRefusal = ({ status }: ApiError) => status < 500 && status !== 409 && status !== 404;

function refresh(queries: QueryClient, taskId: string): void {
  for (const queryKey of [keys.approvals, keys.stats, keys.items.ofTask(taskId), keys.tasks.one(taskId)]) {
    void queries.invalidateQueries({ queryKey });
  }
}

/** Why a decision failed, for a toast: the specification's sentence first, then who was quicker. */
export function decisionFailure(sentence: string, error: unknown): string {
  if (!(error instanceof ApiError) || !error.reply) return sentence;
  const { code, decision, message } = error.reply;
  if (code === 'already_decided' && decision) {
    const reason = decision.rejectionReason ? `: “${decision.rejectionReason}”` : '';
    return `${sentence}. It was already ${decision.isApproved ? 'approved' : `rejected${reason}`}.`;
  }
  if (code === 'content_changed') return `${sentence}. It changed after you saw it; look at it again.`;
  return error.status === 409 || error.status === 404 ? `${sentence}. ${message}` : sentence;
}
