import type { TaskDocument } from '../../documents/task.ts';
import { iso } from '../../documents/time.ts';

/** Whether and when the owner stopped the task: a runner goes on only for what was said later. */
export function stopOf(task: TaskDocument | null): { stop: boolean; stoppedAt?: string } {
  if (task === null || task.stopRequestedAt === null) return { stop: false };
  return { stop: true, stoppedAt: iso(task.stopRequestedAt) };
}
