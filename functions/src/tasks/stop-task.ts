import type { Task } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { rejectOpenItems } from '../approvals/reject-open-items.ts';
import { transact, type Tx } from '../data.ts';
import { conflict, notFound } from '../errors.ts';
import { tasks } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { undecidedItemsOf } from '../queries.ts';
import { touchAll, type Change } from '../signals/touch.ts';
import { readOwnTask } from './read-own-task.ts';
import { toTaskReply } from './task-reply.ts';

/**
 * Asks the agent to end its turn; it waits for the next message then. What it asks at this moment is rejected with it.
 * Throws `not_found`, `conflict`.
 */
export async function stopTask({ userId }: UserCaller, id: string): Promise<Task> {
  const { project } = await readOwnTask(userId, id);
  const changes = await transact((tx) => stop(tx, id));
  await touchAll(userId, id, changes);
  const { task } = await readOwnTask(userId, id);
  return toTaskReply(task, project);
}

async function stop(tx: Tx, id: string): Promise<Change[]> {
  const task = await tx.read(tasks().doc(id));
  if (!task) throw notFound('Task');
  // One whose start is not approved yet has no agent: the Stop would wait for it and undo the approval.
  const isAsking = task.status === 'awaiting_approval' && task.parkedContainerId !== null;
  const isRunning = task.status === 'running' && !task.keptByHand;
  if (!isAsking && !isRunning) throw conflict('No agent is at work on this task');
  const now = Timestamp.now();
  // Pressed again it holds for what was said in between, too.
  const change = { stopRequestedAt: now, updatedAt: now };
  if (isAsking) {
    return rejectOpenItems(tx, task, await tx.query(undecidedItemsOf(id)), 'Stopped', change);
  }
  tx.update(tasks().doc(id), change);
  return [{ kind: 'task', id }];
}
