import { transact } from '../data.ts';
import type { TaskDocument } from '../documents/task.ts';
import { taskItems, tasks } from '../firestore.ts';
import { touchAll } from '../signals/touch.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';

/** Says in the history of a task that waits why no container is created for it; once, however often that is so. */
export async function tellNoContainer(task: TaskDocument, reason: string): Promise<void> {
  const item = prepareItem(task, {
    id: `no-container-${task.id}`,
    type: 'planning',
    title: 'No container can be created for this task',
    content: reason,
    author: 'system',
  });
  const { id } = item.header;
  const isTold = await transact(async (tx) => {
    const [current, told] = await Promise.all([tx.read(tasks().doc(task.id)), tx.read(taskItems().doc(id))]);
    if (!current || told) return false;
    createItem(tx, item);
    return true;
  });
  if (isTold) await touchAll(task.userId, task.id, [{ kind: 'item', id, taskId: task.id }]);
}
