import type { UserCaller } from '../access/authenticate-user.ts';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import { transact } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { tasks } from '../store/firestore.ts';

/**
 * Ends a task's limits: later steps are asked again, and so are those that passed and were not redeemed yet, when an
 * agent tries. Does nothing without limits. Throws `not_found`.
 */
export async function revokeLimits({ userId }: UserCaller, taskId: string): Promise<void> {
  await transact(async (tx) => {
    const task = await tx.read(tasks().doc(taskId));
    if (task?.userId !== userId) throw notFound('Task');
    if (task.limits === null) return;
    const { itemId, stepsUsed } = task.limits;
    tx.update(tasks().doc(taskId), { limits: null });
    tx.signal(userId, { kind: 'task', id: taskId });
    recordTaskEvent(tx, task, { actor: 'owner', action: 'limits_revoked', subjectId: itemId, detail: { stepsUsed } });
  });
}
