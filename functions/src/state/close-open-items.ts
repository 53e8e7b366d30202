import { Timestamp } from 'firebase-admin/firestore';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { taskItems } from '../store/firestore.ts';

/**
 * Closes questions that are no longer asked, as rejected: a later decision about them is refused. `open` is what the
 * same transaction read of the task's undecided items; `replacedBy` the question that is asked instead.
 */
export function closeOpenItems(
  tx: Tx,
  task: TaskDocument,
  open: TaskItemDocument[],
  reason: string,
  replacedBy: string | null = null,
): void {
  const now = Timestamp.now();
  // Stored as `told`, because the owner did not reject it: an agent that goes on with the task must not hear of it.
  const change = {
    isApproved: false,
    rejectionReason: reason,
    grant: 'told',
    decidedAt: now,
    releaseAt: null,
    updatedAt: now,
    replacedBy,
    isClosed: true,
  } as const;
  for (const { id, taskId, userId, notifiedAt, hash } of open) {
    tx.update(taskItems().doc(id), change);
    tx.signal(userId, { kind: 'item', id, taskId });
    if (notifiedAt !== null) tx.enqueue(userId, 'notify', id, { object: 'closed' });
    recordTaskEvent(tx, task, { actor: 'system', action: 'item_closed', subjectId: id, detail: { hash } });
  }
}
