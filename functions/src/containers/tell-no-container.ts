import type { TaskDocument } from '../documents/task.ts';
import { tellInHistory } from '../task-items/tell-in-history.ts';

/** Says in the history of a task that waits why no container is created for it; once, however often that is so. */
export async function tellNoContainer(task: TaskDocument, reason: string): Promise<void> {
  const title = 'No container can be created for this task';
  await tellInHistory(task, { id: `no-container-${task.id}`, title, content: reason });
}
