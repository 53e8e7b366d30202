import { type Approval, routes, type HeldDecision, type TaskItem } from '@countersign/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../lib/api.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useKeys } from '../../../lib/use-keys.ts';
import { toast, type ToastAction } from '../../../ui/toaster/toast.ts';
import { refreshAfterConflict, refreshAfterUndo, whyNotDecided } from '../decided.ts';
import { dropDecision } from '../offline/kept-decisions.ts';
import { type Hold, isDecidedHere } from './hold.ts';
import { bringBack } from './returned.ts';

/** Too little time left to be worth offering. */
const LEAST_MS = 400;

/** What can be undone now, by key or button. */
let offered: { id: string; until: number; action: ToastAction } | null = null;
/** How many decisions were made here: what is heard late of an earlier one offers nothing any more. */
let decisions = 0;

/**
 * The Undo button of a decision that was just made here, as long as it works; undefined if the decision went to the
 * agent at once.
 */
export function undoOf(queries: QueryClient, item: TaskItem, hold: Hold | undefined): ToastAction | undefined {
  offered = null;
  decisions += 1;
  if (!hold || item.releaseAt === null) return undefined;
  const action = offer(queries, { ...item, releaseAt: item.releaseAt }, hold.since + hold.seconds * 1000);
  // On its way the request may have waited: only the server knows how much is left then.
  if (!action) offerLate(queries, (id) => id === item.id);
  return action;
}

/** Offers to undo the last of these decisions that the server still holds back, unless another is made here meanwhile. */
export function offerLate(queries: QueryClient, isMeant: (id: string) => boolean): void {
  const made = decisions;
  void offerHeld(queries, isMeant, '', () => decisions === made);
}

export type Undoable = Pick<HeldDecision, 'id' | 'taskId' | 'releaseAt'>;

/** `until`: by this page's clock. */
function offer(queries: QueryClient, held: Undoable, until: number): ToastAction | undefined {
  const forMs = until - performance.now();
  if (forMs < LEAST_MS) return undefined;
  const run = () => {
    offered = null;
    void undo(queries, held);
  };
  const action = { label: 'Undo', onClick: run, forMs };
  offered = { id: held.id, until, action };
  return action;
}

/** Another device has undone what could be undone here: the request waits again. */
function withdrawOffer({ title }: Pick<Approval, 'title'>): void {
  const isShown = offered !== null && toast.withdraw(offered.action);
  offered = null;
  if (isShown) toast.success('Undone', `“${visibleText(title)}”, on another device`);
}

/** Undoes a held decision, and tells the person how that ended. */
export async function undo(queries: QueryClient, { id, taskId, releaseAt }: Undoable): Promise<void> {
  toast.busy('Undoing…');
  try {
    await api.call(routes.undoTaskItem, { params: { id }, body: { releaseAt } });
    // One whose answer was lost is not to be sent again.
    dropDecision(id);
    await refreshAfterUndo(queries, taskId);
    bringBack(id);
    toast.success('Undone', 'The request is waiting for you again');
  } catch (error) {
    refreshAfterConflict(queries, error, { id, taskId, hash: '' });
    toast.error('Failed to undo', undefined, whyNotDecided(error));
  }
}

/**
 * Undoes at a key press, and offers to undo what the person has just decided elsewhere: what is still held when the app
 * starts, and then requests that leave the queue without an action of this page. What comes back to the queue by itself is
 * not offered any more. `waiting`: the queue, as far as it is known in this session.
 */
export function useUndo(waiting: readonly Pick<Approval, 'id' | 'title'>[] | undefined): void {
  const queries = useQueryClient();
  const before = useRef<readonly string[]>([]);
  useEffect(() => offerLate(queries, (id) => !isDecidedHere(id)), [queries]);
  useEffect(() => {
    if (!waiting) return;
    const ids = new Set(waiting.map(({ id }) => id));
    const gone = before.current.filter((id) => !ids.has(id) && !isDecidedHere(id));
    const back = waiting.find(({ id }) => id === offered?.id && !before.current.includes(id));
    if (back) withdrawOffer(back);
    before.current = [...ids];
    if (gone.length > 0) void offerHeld(queries, (id) => gone.includes(id), ', on another device');
  }, [queries, waiting]);
  useKeys({ u: () => pressUndo() });
}

function pressUndo(): boolean {
  if (offered === null || performance.now() > offered.until) return false;
  offered.action.onClick();
  return true;
}

/** Offers to undo the last of these decisions that the server still holds back. `where`: in which other place it was made. */
async function offerHeld(
  queries: QueryClient,
  isMeant: (id: string) => boolean,
  where: string,
  isCurrent = () => true,
): Promise<void> {
  const began = performance.now();
  // Not requested by the person: if it cannot be fetched, nothing is offered.
  const all = await api.call(routes.listHeldDecisions).catch(() => []);
  const held = all.findLast(({ id }) => isMeant(id));
  const action = held && isCurrent() && offer(queries, held, began + held.leftMs);
  if (action) toast.success(held.isApproved ? 'Approved' : 'Rejected', `“${visibleText(held.title)}”${where}`, action);
}
