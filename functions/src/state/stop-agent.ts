import { Timestamp } from 'firebase-admin/firestore';
import { isAtWork, isLeft, type TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { containers, tasks } from '../store/firestore.ts';
import type { TaskChange } from './change-task-status.ts';
import { endLeftTask, readLeft } from './end-left-task.ts';
import { isLeftToOwner } from './left-to-owner.ts';
import { readHeldApprovals, readOpenQuestions } from './read-open-questions.ts';
import { recordStop } from './record-stop.ts';
import { rejectOpenItems, stopped } from './reject-open-items.ts';
import { writeDecision } from './write-decision.ts';

/** The fields of a task whose Stop is pressed now. What it takes back stays so when the Stop itself has been heeded. */
export function stopNow() {
  const now = Timestamp.now();
  return { stopRequestedAt: now, stoppedAt: now, updatedAt: now } satisfies TaskChange;
}

/**
 * Asks a task's agent to end its turn; its open questions are rejected. A task that its agent has left ends at once.
 * Returns false, and writes nothing, where no agent has begun. `deciding`: a card of limits that is rejected with it.
 * Reads before it writes.
 */
export async function stopAgent(
  tx: Tx,
  task: TaskDocument,
  device: string | null,
  deciding: string | null = null,
): Promise<boolean> {
  if (isLeft(task) || (await waitsForResume(tx, task))) {
    const open = await readLeft(tx, task);
    const others = open.filter(({ id }) => id !== deciding);
    recordStop(tx, task);
    endLeftTask(tx, task, others);
    return true;
  }
  if (!isAtWork(task)) return false;
  // Pressing it again also covers what was said in between.
  const change = stopNow();
  if (task.status === 'awaiting_approval') {
    const open = await readOpenQuestions(tx, task);
    recordStop(tx, task);
    rejectOpenItems(tx, task, open, device, change);
    return true;
  }
  // Decisions that the agent has not heard of hold nothing up: approvals among them end as its open questions do.
  const isDecided = task.status !== 'running';
  const held = isDecided ? await readHeldApprovals(tx, task) : [];
  recordStop(tx, task);
  for (const item of held) writeDecision(tx, task, item, stopped(item, device));
  tx.update(tasks().doc(task.id), isDecided ? { ...change, heldUntil: null } : change);
  tx.signal(task.userId, { kind: 'task', id: task.id });
  return true;
}

/** Whether its agent has left, having asked, and only its owner starts the container again: nobody may hear of a Stop. */
export async function waitsForResume(tx: Pick<Tx, 'read'>, task: TaskDocument): Promise<boolean> {
  if (task.status === 'running' || !isAtWork(task) || task.parkedContainerId === null) return false;
  const container = await tx.read(containers().doc(task.parkedContainerId));
  if (container?.status !== 'paused' && container?.status !== 'not_found') return false;
  return isLeftToOwner(container);
}
