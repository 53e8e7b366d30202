import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Writer } from '../effects/transact.ts';

/** Tells the owner about a new question: open pages at once, and devices if there are any. */
export function tellOfRequest(writer: Writer, { id, taskId, userId }: TaskItemDocument): void {
  writer.signal(userId, { kind: 'item', id, taskId });
  writer.enqueue(userId, 'notify', id, { object: 'approval' });
}
