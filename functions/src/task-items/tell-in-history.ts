import { transact } from '../effects/transact.ts';
import type { TaskDocument } from '../documents/task.ts';
import { taskItems, tasks } from '../store/firestore.ts';
import { createItem, prepareItem } from './write-item.ts';

/** Writes a line of the server's own into a task's history; once per `id`, however often it is called. */
export async function tellInHistory(
  task: TaskDocument,
  line: { id: string; title: string; content: string },
): Promise<void> {
  const item = prepareItem(task, { ...line, type: 'planning', author: 'system' });
  const { id } = item.header;
  await transact(async (tx) => {
    const [current, told] = await Promise.all([tx.read(tasks().doc(task.id)), tx.read(taskItems().doc(id))]);
    if (!current || told) return;
    createItem(tx, item);
    tx.signal(task.userId, { kind: 'item', id, taskId: task.id });
  });
}
