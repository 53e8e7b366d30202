import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { undecidedItemsOf } from '../store/queries.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { changeTaskStatus } from './change-task-status.ts';
import { closeOpenItems } from './close-open-items.ts';
import { idleRun } from './idle-run.ts';
import { readHeldApprovals } from './read-open-questions.ts';

/**
 * Ends a task that no agent works on, as its agent would after Stop: with nobody to hear of it, the Stop would wait for a
 * container that may never start again. What was redeemed before counts no more. `deciding` is the item whose rejection
 * comes with the Stop. Reads before it writes.
 */
export async function endLeftTask(tx: Tx, task: TaskDocument, deciding: string | null = null): Promise<void> {
  // A card of limits may be open.
  const open = [...(await tx.query(undecidedItemsOf(task.id))), ...(await readHeldApprovals(tx, task))];
  const others = open.filter(({ id }) => id !== deciding);
  closeOpenItems(tx, task, others, 'The task was stopped');
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
