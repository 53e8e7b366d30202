import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { undecidedItemsOf } from '../store/queries.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { changeTaskStatus } from './change-task-status.ts';
import { closeOpenItems } from './close-open-items.ts';
import { idleRun } from './idle-run.ts';
import { readHeldApprovals } from './read-open-questions.ts';

/** What closes with a task that ends without its agent: a card of limits may be open. Reads only. */
export async function readLeft(tx: Pick<Tx, 'query'>, task: TaskDocument): Promise<TaskItemDocument[]> {
  return [...(await tx.query(undecidedItemsOf(task.id))), ...(await readHeldApprovals(tx, task))];
}

/**
 * Ends a task that no agent works on, as its agent would after Stop: with nobody to hear of it, the Stop would wait for a
 * container that may never start again. What was redeemed before counts no more. `open` is what the same transaction
 * read of what closes with it.
 */
export function endLeftTask(tx: Tx, task: TaskDocument, open: TaskItemDocument[]): void {
  closeOpenItems(tx, task, open, 'The task was stopped');
  const completion = prepareItem(task, {
    type: 'completion',
    title: 'Task failed',
    content: 'Stopped by its owner. Reopen the task to continue.',
    author: 'system',
    epoch: task.epoch,
  });
  createItem(tx, completion);
  tx.signal(task.userId, { kind: 'item', id: completion.header.id, taskId: task.id });
  const move = { to: 'failed', by: 'owner', on: 'stop' } as const;
  changeTaskStatus(tx, task, move, { ...idleRun, stoppedAt: Timestamp.now() });
}
