import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { endLeftTask, readLeft } from '../state/end-left-task.ts';
import { readOpenQuestions } from '../state/read-open-questions.ts';
import { recordStop } from '../state/record-stop.ts';
import { stopped } from '../state/reject-open-items.ts';
import { stopAgent, stopNow, waitsForResume } from '../state/stop-agent.ts';
import { taskItems, tasks } from '../store/firestore.ts';
import { writeDecision, type Verdict } from '../state/write-decision.ts';
import type { Decided } from './decide-item.ts';
import { moveDecidedTask } from './move-decided-task.ts';

/** Whether there is an agent to stop: a task whose start is not approved has none, and rejecting it starts none. */
export const hasAgent = ({ parkedContainerId, status }: TaskDocument) =>
  parkedContainerId !== null && status === 'awaiting_approval';

/**
 * Rejects an item and stops its agent in one transaction; its other questions are rejected like by Stop. Where nobody
 * would hear of that, the task ends with it. Reads before it writes.
 */
export async function stopWith(tx: Tx, task: TaskDocument, item: TaskItemDocument, verdict: Verdict): Promise<Decided> {
  if (await waitsForResume(tx, task)) {
    const left = await readLeft(tx, task);
    const unasked = left.filter(({ id }) => id !== item.id);
    recordStop(tx, task);
    endLeftTask(tx, task, unasked);
    return { item: writeDecision(tx, task, item, verdict), silent: null };
  }
  const open = await readOpenQuestions(tx, task);
  const others = open.filter(({ id }) => id !== item.id);
  // This item counts as the last undecided one: the others are decided with it.
  const rejectedSincePark = task.rejectedSincePark + others.length;
  const asking = { ...task, undecidedCount: 1, rejectedSincePark, heldUntil: null };
  const silent = await moveDecidedTask(tx, asking, { isApproved: false, releaseAt: null }, stopNow());
  recordStop(tx, task);
  for (const other of others) writeDecision(tx, task, other, stopped(other, verdict.device ?? null));
  return { item: writeDecision(tx, task, item, verdict), silent };
}

/** True for a repeated rejection that now also asks to stop: it is not the same decision again. */
export const asksToStopToo = (item: TaskItemDocument, { stop }: Pick<Verdict, 'stop'>) =>
  stop === true && item.isApproved === false && !item.stopsAgent;

/**
 * Stops the agent of an item that is already rejected, once, as Stop does; even if the agent was told to continue with
 * the rejection and has not yet. Does nothing where no agent has begun, or its task has ended. Reads before it writes.
 */
export async function stopAfter(tx: Tx, item: TaskItemDocument, verdict: Verdict): Promise<Decided> {
  const task = await tx.read(tasks().doc(item.taskId));
  if (!task) throw notFound('Task item');
  if (!(await stopAgent(tx, task, verdict.device ?? null))) return { item, silent: null };
  const now = Timestamp.now();
  tx.update(taskItems().doc(item.id), { stopsAgent: true, updatedAt: now });
  return { item: { ...item, stopsAgent: true, updatedAt: now }, silent: null };
}
