import { FieldValue, type Timestamp } from 'firebase-admin/firestore';
import { giveBackTasks } from '../containers/give-back-tasks.ts';
import { list, transact, type Tx } from '../data.ts';
import { containers, tasks } from '../firestore.ts';
import { lostLeases } from '../queries.ts';
import { touch, touchTask, type Change } from '../signals/touch.ts';
import type { Sweeper } from './sweep.ts';

/** Tasks whose runner was not heard of for 60 s wait again; another claim goes on from their checkpoints (design §5). */
export const loseLeases: Sweeper = async (now, deadline) => {
  for (const { id, userId } of await list(lostLeases(now).limit(200))) {
    if (Date.now() > deadline) return;
    const changes = await transact((tx) => lose(tx, id, now));
    await Promise.all([touch(userId, changes), touchTask(userId, id, changes)]);
  }
};

/** The whole execution is fenced with its task: whatever it was about when it froze, it must not go on with it. */
async function lose(tx: Tx, taskId: string, now: Timestamp): Promise<Change[]> {
  const task = await tx.read(tasks().doc(taskId));
  const isLost = task?.status === 'running' && (task.leaseUntil?.toMillis() ?? Infinity) < now.toMillis();
  if (!task || !isLost) return [];
  const container = task.leaseContainerId ? await tx.read(containers().doc(task.leaseContainerId)) : undefined;
  if (container?.status === 'running') {
    tx.update(containers().doc(container.id), { epoch: FieldValue.increment(1) });
  }
  return giveBackTasks(tx, [task]);
}
