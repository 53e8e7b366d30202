import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { openItemsOf, undecidedItemsOf } from '../store/queries.ts';
import { isLimitsCard } from '../task-items/limits-card.ts';
import { isHeld, isTaskHeld } from './held-decision.ts';

/**
 * The questions a task's agent waits for, as far as the agent knows: undecided items except a card of limits, for which no
 * agent waits, and approvals that can still be undone.
 */
export async function readOpenQuestions(tx: Pick<Tx, 'query'>, task: TaskDocument): Promise<TaskItemDocument[]> {
  const undecided = await tx.query(undecidedItemsOf(task.id));
  return [...undecided.filter((item) => !isLimitsCard(item)), ...(await readHeldApprovals(tx, task))];
}

/**
 * Approvals that can still be undone, so that no agent has heard of them. Whatever ends their question ends them, too:
 * afterwards nobody can undo them, and a later run would find them as consents. A held rejection allows nothing, and stays.
 */
export async function readHeldApprovals(tx: Pick<Tx, 'query'>, task: TaskDocument): Promise<TaskItemDocument[]> {
  if (!isTaskHeld(task)) return [];
  const open = await tx.query(openItemsOf(task.id));
  return open.filter((item) => item.author === 'agent' && item.isApproved === true && isHeld(item));
}
