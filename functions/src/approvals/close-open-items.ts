import { Timestamp } from 'firebase-admin/firestore';
import type { Writer } from '../data.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { taskItems } from '../firestore.ts';
import type { Change } from '../signals/touch.ts';

/**
 * Closes questions that nobody asks any more, as rejected: whoever decides about them comes too late. `open` is what the
 * same transaction read of a task's undecided items. Answers what to signal.
 */
export function closeOpenItems(writer: Writer, open: TaskItemDocument[], reason: string): Change[] {
  const now = Timestamp.now();
  // Told: it is nobody's rejection, and an agent that goes on with the task must not be steered by it.
  const change = { isApproved: false, rejectionReason: reason, grant: 'told', decidedAt: now, updatedAt: now } as const;
  return open.map(({ id, taskId }) => {
    writer.update(taskItems().doc(id), change);
    return { kind: 'item', id, taskId };
  });
}
