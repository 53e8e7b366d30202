import type { Task } from '@countersign/contract';
import { stopAgent } from '../state/stop-agent.ts';
import { transact, type Tx } from '../effects/transact.ts';
import { conflict, notFound } from '../lib/errors.ts';
import { tasks } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { readOwnTask } from '../own/read-own-task.ts';
import { toTaskReply } from '../replies/task-reply.ts';

/**
 * Asks the agent to end its turn and wait for the next message; its open questions are rejected. A task that its agent
 * has left ends at once. Throws `not_found`, `conflict`.
 */
export async function stopTask({ userId }: UserCaller, id: string, device: string | null): Promise<Task> {
  const { project } = await readOwnTask(userId, id);
  const tried: Tried = { hash: null };
  await transact((tx) => stop(tx, id, device, tried));
  const { task } = await readOwnTask(userId, id);
  return toTaskReply(task, project);
}

/** The audit event that an earlier try of the same call has written: its commit may have been made without an answer. */
interface Tried {
  hash: string | null;
}

async function stop(tx: Tx, id: string, device: string | null, tried: Tried): Promise<void> {
  const task = await tx.read(tasks().doc(id));
  if (!task) throw notFound('Task');
  if (tried.hash !== null && task.auditHead?.hash === tried.hash) return;
  if (!(await stopAgent(tx, task, device))) throw conflict('No agent is working on this task');
  tried.hash = task.auditHead?.hash ?? null;
}
