import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { undecidedItemsOf } from '../store/queries.ts';
import { isLimitsCard } from '../task-items/limits-card.ts';

/** The questions a task waits for: its undecided items except a card of limits, for which no agent waits. */
export async function readOpenQuestions(tx: Pick<Tx, 'query'>, taskId: string): Promise<TaskItemDocument[]> {
  const open = await tx.query(undecidedItemsOf(taskId));
  return open.filter((item) => !isLimitsCard(item));
}
