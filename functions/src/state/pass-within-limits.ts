import { Timestamp } from 'firebase-admin/firestore';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { tasks } from '../store/firestore.ts';
import { doesMatch } from './approve-by-rule.ts';

/** The questions that limits let pass: as many as there are steps left, until their time is up. */
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
 * Of questions asked for the first time, marks those that their task's limits let pass as decided, before they are
 * written, and counts them. `task` is what the same transaction read: if the limits are revoked or used up before the
 * commit, it is read again.
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
