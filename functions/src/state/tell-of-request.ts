import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Writer } from '../effects/transact.ts';

/** Tells the owner that something waits: open pages at once, devices where there are some. */
export function tellOfRequest(writer: Writer, { id, taskId, userId }: TaskItemDocument): void {
  writer.signal(userId, { kind: 'item', id, taskId });
  writer.enqueue(userId, 'notify', id, { object: 'approval' });
}
