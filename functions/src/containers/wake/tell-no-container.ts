import type { TaskDocument } from '../../documents/task.ts';
import { tellInHistory } from '../../task-items/tell-in-history.ts';

/** Says once in a waiting task's history why no container is created for it, however often that is so. */
export async function tellNoContainer(task: TaskDocument, reason: string): Promise<void> {
  const title = 'No container can be created for this task';
  await tellInHistory(task, { id: `no-container-${task.id}`, title, content: reason });
}
