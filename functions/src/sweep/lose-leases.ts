import type { Timestamp } from 'firebase-admin/firestore';
import { giveBackTasks } from '../containers/give-back-tasks.ts';
import { replaceExecution } from '../containers/replace-execution.ts';
import { list, transact, type Tx } from '../data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import { containers, tasks } from '../firestore.ts';
import { drain } from '../outbox/drain.ts';
import { lostLeases } from '../queries.ts';
import { touchAll, type Change } from '../signals/touch.ts';
import { each } from './each.ts';
import type { Sweeper } from './sweep.ts';

/**
 * Tasks whose runner was not heard of for 60 s wait again; another claim goes on from their checkpoints (design §5), that
 * of a new execution of the same container.
 */
export const loseLeases: Sweeper = async (now, deadline) => {
  await each('ending a lease', await list(lostLeases(now).limit(200)), deadline, async ({ id, userId }) => {
    const { changes, entry } = await transact((tx) => lose(tx, id, now));
    if (entry) await drain(entry);
    await touchAll(userId, id, changes);
  });
};

/** The whole execution is fenced with its task: whatever it was about when it froze, it must not go on with it. */
async function lose(
  tx: Tx,
  taskId: string,
  now: Timestamp,
): Promise<{ changes: Change[]; entry: OutboxDocument | null }> {
  const task = await tx.read(tasks().doc(taskId));
  const isLost = task?.status === 'running' && (task.leaseUntil?.toMillis() ?? Infinity) < now.toMillis();
  if (!task || !isLost) return { changes: [], entry: null };
  const container = task.leaseContainerId ? await tx.read(containers().doc(task.leaseContainerId)) : undefined;
  const changes = giveBackTasks(tx, [task]);
  if (container?.status !== 'running') return { changes, entry: null };
  const replaced = await replaceExecution(tx, container);
  return { changes: [...changes, ...replaced.changes], entry: replaced.entry };
}
