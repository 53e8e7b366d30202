import { type Approval, ApiError } from '@countersign/contract';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../entities/query-keys.ts';
import { isComparedWith } from './review/compared.ts';
import { statsQuery } from '../../entities/stats-query.ts';
import { messageOf } from '../../lib/api.ts';

/** The subject of a decision. */
export interface Decidable {
  id: string;
  taskId: string;
  /** Hash of the bytes that were on screen; sent as If-Match. */
  hash: string;
}

/**
 * After decisions: removes the items from the queue at once, then fetches the queue, the numbers and the tasks again.
 */
export function refreshAfterDecision(queries: QueryClient, ...decided: readonly Decidable[]): void {
  const ids = new Set(decided.map(({ id }) => id));
  // What remains is as old as it was: a list from the last visit does not become one to decide from.
  const updatedAt = queries.getQueryState(keys.approvals)?.dataUpdatedAt;
  const waiting = queries.getQueryData<Approval[]>(keys.approvals) ?? [];
  queries.setQueryData<Approval[]>(keys.approvals, (list) => list?.filter(({ id }) => !ids.has(id)), { updatedAt });
  refresh(
    queries,
    decided.map(({ taskId }) => taskId),
  );
  for (const id of ids) void queries.invalidateQueries({ queryKey: keys.items.one(id) });
  // Of the cards that stay, only those that may be compared with what was just decided are compared anew at once; those of
  // the next cards are in any case.
  const gone = waiting.filter(({ id }) => ids.has(id));
  // Few of a long queue have stood on the screen, and only these have a comparison.
  const compared = waiting.filter(({ id }) => !ids.has(id) && queries.getQueryState(keys.precedent(id)));
  const alike = compared.filter((one) => gone.some((other) => isComparedWith(one, other)));
  void queries.invalidateQueries({ queryKey: keys.precedents, refetchType: 'none' });
  for (const { id } of alike) void queries.invalidateQueries({ queryKey: keys.precedent(id) });
  // Wherever the decision was made, the dashboard has current numbers when it is opened.
  void queries.prefetchQuery(statsQuery());
}

/**
 * After a decision that failed: the list may be out of date. If no reply came, or one that is not the API's own, the
 * decision may have been stored all the same.
 */
export function refreshAfterConflict(queries: QueryClient, error: unknown, { id, taskId }: Decidable): void {
  if (error instanceof ApiError && isPlainRefusal(error)) return;
  void queries.invalidateQueries({ queryKey: keys.items.one(id) });
  refresh(queries, [taskId]);
}

/** The server refused the call itself: nothing was stored, and nothing on screen is out of date. */
const isPlainRefusal = ({ status }: ApiError) => status < 500 && status !== 409 && status !== 404;

/** After a decision was undone: resolves when the queue has it again. */
export async function refreshAfterUndo(queries: QueryClient, taskId: string): Promise<void> {
  refresh(queries, [taskId]);
  await queries.refetchQueries({ queryKey: keys.approvals });
}

function refresh(queries: QueryClient, taskIds: readonly string[]): void {
  const ofTasks = [...new Set(taskIds)].flatMap((id) => [keys.items.ofTask(id), keys.tasks.one(id)]);
  for (const queryKey of [keys.approvals, keys.stats, ...ofTasks]) void queries.invalidateQueries({ queryKey });
}

/** Why a decision failed, as a sentence of its own: where another one won, which. */
export function whyNotDecided(error: unknown): string {
  const { code, decision } = (error instanceof ApiError ? error.reply : null) ?? {};
  if (code === 'already_decided' && decision) {
    const reason = decision.rejectionReason ? `: “${decision.rejectionReason}”` : '';
    return `It was already ${decision.isApproved ? 'approved' : `rejected${reason}`}.`;
  }
  if (code === 'content_changed') return 'It changed after you saw it; look at it again.';
  return messageOf(error);
}
