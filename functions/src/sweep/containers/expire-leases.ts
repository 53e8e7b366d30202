import type { Timestamp } from 'firebase-admin/firestore';
import { leavingOf, leavingTasks, releaseLeases } from '../../state/release-leases.ts';
import { replaceExecution } from '../../containers/reconcile/replace-execution.ts';
import { transact, type Tx } from '../../effects/transact.ts';
import { list } from '../../store/data.ts';
import { containers, tasks } from '../../store/firestore.ts';
import { lostLeases } from '../../store/queries.ts';
import { each } from '../each.ts';
import type { Sweeper } from '../sweeper.ts';

/**
 * Tasks whose runner gave no sign of life for 60 s wait again; another claim goes on from their checkpoints, by a new
 * execution of the same container.
 */
export const expireLeases: Sweeper = async (now, deadline) => {
  await each('ending a lease', await list(lostLeases(now).limit(200)), deadline, async ({ id }) => {
    await transact((tx) => expire(tx, id, now));
  });
};

/** The whole execution is fenced with its task: whatever it was doing when it froze, it must not continue. */
async function expire(tx: Tx, taskId: string, now: Timestamp): Promise<void> {
  const task = await tx.read(tasks().doc(taskId));
  const isLost = task?.status === 'running' && (task.leaseUntil?.toMillis() ?? Infinity) < now.toMillis();
  if (!task || !isLost) return;
  const container = task.leaseContainerId ? await tx.read(containers().doc(task.leaseContainerId)) : undefined;
  const isReplaced = container?.status === 'running';
  const leaving = isReplaced ? await leavingTasks(tx, container) : await leavingOf(tx, [task]);
  releaseLeases(tx, leaving);
  if (leaving.leased.some(({ id }) => id === taskId)) tx.enqueue(task.userId, 'notify', task.id, { object: 'silent' });
  if (isReplaced) await replaceExecution(tx, container);
}
