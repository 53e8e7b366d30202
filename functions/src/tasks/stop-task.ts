import type { Task } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { transact } from '../data.ts';
import { conflict, notFound } from '../errors.ts';
import { tasks } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { touch, touchTask } from '../signals/touch.ts';
import { readOwnTask } from './read-own-task.ts';
import { toTaskReply } from './task-reply.ts';

/** Asks the agent to end its turn; it waits for the next message then. Throws `not_found`, `conflict`. */
export async function stopTask({ userId }: UserCaller, id: string): Promise<Task> {
  const { project } = await readOwnTask(userId, id);
  const stopped = await transact(async (tx) => {
    const task = await tx.read(tasks().doc(id));
    if (!task) throw notFound('Task');
    const atWork = task.status === 'running' || task.status === 'awaiting_approval';
    if (!atWork || task.keptByHand) throw conflict('No agent is at work on this task');
    const now = Timestamp.now();
    const change = { stopRequestedAt: task.stopRequestedAt ?? now, updatedAt: now };
    tx.update(tasks().doc(id), change);
    return { ...task, ...change };
  });
  const change = { kind: 'task', id } as const;
  await Promise.all([touch(userId, [change]), touchTask(userId, id, [change])]);
  return toTaskReply(stopped, project);
}
