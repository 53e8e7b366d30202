import { Timestamp } from 'firebase-admin/firestore';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { tasks } from '../store/firestore.ts';
import { doesMatch } from './approve-by-rule.ts';

/** Of questions those that limits let pass: as many as steps are left, while there is time. */
export function findPassing(
  limits: TaskDocument['limits'],
  asked: readonly TaskItemDocument[],
  now: Timestamp,
): TaskItemDocument[] {
  if (limits === null || limits.until <= now) return [];
  const covered = asked.filter((item) => limits.patterns.some((pattern) => doesMatch(pattern, item)));
  return covered.slice(0, Math.max(0, limits.steps - limits.stepsUsed));
}

/**
 * Of questions that are asked for the first time those that the limits of their task let pass become decided ones, before they are written,
 * and are counted. `task` is what the same transaction read of it: limits that are revoked or used up before
 * it commits are not what was read there.
 */
export function passWithinLimits(tx: Tx, task: TaskDocument, asked: readonly TaskItemDocument[]): void {
  const now = Timestamp.now();
  const { limits } = task;
  const passing = findPassing(limits, asked, now);
  if (limits === null || passing.length === 0) return;
  const { itemId, steps, stepsUsed } = limits;
  for (const [index, item] of passing.entries()) {
    const decidedByLimits = { itemId, step: stepsUsed + index + 1, steps };
    Object.assign(item, { isApproved: true, decidedAt: now, decidedByLimits });
    recordTaskEvent(tx, task, {
      actor: 'system',
      action: 'item_passed_within_limits',
      subjectId: item.id,
      detail: { hash: item.hash, limitsItemId: itemId, step: decidedByLimits.step },
    });
  }
  tx.update(tasks().doc(task.id), { limits: { ...limits, stepsUsed: stepsUsed + passing.length } });
  tx.signal(task.userId, { kind: 'task', id: task.id });
}
