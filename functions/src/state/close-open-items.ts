import { Timestamp } from 'firebase-admin/firestore';
import type { Writer } from '../effects/transact.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { taskItems } from '../store/firestore.ts';

/**
 * Closes questions that nobody asks any more, as rejected: whoever decides about them comes too late. `open` is what the
 * same transaction read of a task's undecided items; `replacedBy` the question that is asked instead.
 */
export function closeOpenItems(
  writer: Writer,
  open: TaskItemDocument[],
  reason: string,
  replacedBy: string | null = null,
): void {
  const now = Timestamp.now();
  // Told: it is nobody's rejection, and an agent that goes on with the task must not be steered by it.
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
  for (const { id, taskId, userId, notifiedAt } of open) {
    writer.update(taskItems().doc(id), change);
    writer.signal(userId, { kind: 'item', id, taskId });
    if (notifiedAt !== null) writer.enqueue(userId, 'notify', id, { object: 'closed' });
  }
}
