import { Timestamp } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { Writer } from '../effects/transact.ts';
import { tasks } from '../store/firestore.ts';
import { doesMatch } from './approve-by-rule.ts';

/**
 * Of questions that are asked for the first time those that the limits of their task let pass become decided ones, before they are written:
 * as many as steps are left, while there is time. `task` is what the same transaction read of it: limits that are revoked or used up before
 * it commits are not what was read there.
 */
export function passWithinLimits(writer: Writer, task: TaskDocument, asked: readonly TaskItemDocument[]): void {
  const now = Timestamp.now();
  const { limits } = task;
  if (limits === null || limits.until <= now) return;
  const { itemId, steps, stepsUsed, patterns } = limits;
  const covered = asked.filter((item) => patterns.some((pattern) => doesMatch(pattern, item)));
  const passing = covered.slice(0, steps - stepsUsed);
  if (passing.length === 0) return;
  for (const [index, item] of passing.entries()) {
    const decidedByLimits = { itemId, step: stepsUsed + index + 1, steps };
    Object.assign(item, { isApproved: true, decidedAt: now, decidedByLimits });
    recordEvent(writer, {
      userId: item.userId,
      actor: 'system',
      action: 'item_passed_within_limits',
      subjectId: item.id,
      detail: { taskId: item.taskId, hash: item.hash, limitsItemId: itemId, step: decidedByLimits.step },
    });
  }
  writer.update(tasks().doc(task.id), { limits: { ...limits, stepsUsed: stepsUsed + passing.length } });
  writer.signal(task.userId, { kind: 'task', id: task.id });
}
