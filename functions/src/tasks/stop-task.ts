import type { Task } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { readOpenQuestions } from '../state/read-open-questions.ts';
import { rejectOpenItems } from '../state/reject-open-items.ts';
import { transact, type Tx } from '../effects/transact.ts';
import { conflict, notFound } from '../lib/errors.ts';
import { tasks } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { readOwnTask } from '../own/read-own-task.ts';
import { toTaskReply } from '../replies/task-reply.ts';

/**
 * Asks the agent to end its turn; it waits for the next message then. What it asks at this moment is rejected with it.
 * Throws `not_found`, `conflict`.
 */
export async function stopTask({ userId }: UserCaller, id: string, device: string | null): Promise<Task> {
  const { project } = await readOwnTask(userId, id);
  await transact((tx) => stop(tx, id, device));
  const { task } = await readOwnTask(userId, id);
  return toTaskReply(task, project);
}

async function stop(tx: Tx, id: string, device: string | null): Promise<void> {
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
    rejectOpenItems(tx, task, await readOpenQuestions(tx, id), { reason: 'Stopped', device }, change);
    return;
  }
  tx.update(tasks().doc(id), change);
  tx.signal(task.userId, { kind: 'task', id });
}
