import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { tasks } from '../store/firestore.ts';
import { readOpenQuestions } from './read-open-questions.ts';
import { rejectOpenItems } from './reject-open-items.ts';

/**
 * Asks the agent of a task to end its turn; what it asks at this moment is rejected with it. False, with nothing written, where no agent is at
 * work. Reads before it writes.
 */
export async function stopAgent(tx: Tx, task: TaskDocument, device: string | null): Promise<boolean> {
  // One whose start is not approved yet has no agent: the Stop would wait for it and undo the approval.
  const isAsking = task.status === 'awaiting_approval' && task.parkedContainerId !== null;
  const isRunning = task.status === 'running' && !task.keptByHand;
  if (!isAsking && !isRunning) return false;
  const now = Timestamp.now();
  // Pressed again it holds for what was said in between, too.
  const change = { stopRequestedAt: now, updatedAt: now };
  if (isAsking) {
    rejectOpenItems(tx, task, await readOpenQuestions(tx, task), { reason: 'Stopped', device }, change);
    return true;
  }
  tx.update(tasks().doc(task.id), change);
  tx.signal(task.userId, { kind: 'task', id: task.id });
  return true;
}
