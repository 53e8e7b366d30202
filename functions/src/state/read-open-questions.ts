import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { openItemsOf, undecidedItemsOf } from '../store/queries.ts';
import { isLimitsCard } from '../task-items/limits-card.ts';
import { isHeld, isTaskHeld } from './held-decision.ts';

/**
 * What a task's agent waits for, as far as the agent knows: what is undecided, without a card of limits, which keeps no agent waiting, and
 * approvals that may still be undone.
 */
export async function readOpenQuestions(tx: Pick<Tx, 'query'>, task: TaskDocument): Promise<TaskItemDocument[]> {
  const undecided = await tx.query(undecidedItemsOf(task.id));
  return [...undecided.filter((item) => !isLimitsCard(item)), ...(await readHeldApprovals(tx, task))];
}

/**
 * Approvals that no agent has heard of and that may still be undone. With whatever ends their question before that they end, too: once there is
 * nothing left to undo, a later run would find them as consents. A rejection that is held allows nothing, and stays.
 */
export async function readHeldApprovals(tx: Pick<Tx, 'query'>, task: TaskDocument): Promise<TaskItemDocument[]> {
  if (!isTaskHeld(task)) return [];
  const open = await tx.query(openItemsOf(task.id));
  return open.filter((item) => item.author === 'agent' && item.isApproved === true && isHeld(item));
}
