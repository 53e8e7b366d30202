import type { TaskDocument } from '../documents/task.ts';
import { iso } from '../documents/time.ts';

/** Whether the owner has stopped the task, and when: a runner goes on only for what was said after it. */
export function stopOf(task: TaskDocument | null): { stop: boolean; stoppedAt?: string } {
  if (task === null || task.stopRequestedAt === null) return { stop: false };
  return { stop: true, stoppedAt: iso(task.stopRequestedAt) };
}
