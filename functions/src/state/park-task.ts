import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { tasks } from '../store/firestore.ts';
import { changeTaskStatus } from './change-task-status.ts';

/**
 * Parks a task until it is decided, under the container that asks; `asked` is how many more of its questions are
 * undecided. A decided task that has not gone on yet asks again: its agent has acted on none of its rejections, which
 * still count.
 */
export function parkTask(tx: Tx, task: TaskDocument, containerId: string, asked: number): void {
  const undecidedCount = task.undecidedCount + asked;
  if (task.status === 'awaiting_approval') {
    tx.update(tasks().doc(task.id), { undecidedCount, updatedAt: Timestamp.now() });
    return;
  }
  const isDecided = task.status === 'approved' || task.status === 'rejected';
  const running = isDecided ? changeTaskStatus(tx, task, { to: 'running', by: 'agent', on: 'continue' }) : task;
  changeTaskStatus(
    tx,
    { ...running, status: 'running' },
    { to: 'awaiting_approval', by: 'agent', on: 'ask' },
    {
      undecidedCount,
      rejectedSincePark: isDecided ? task.rejectedSincePark : 0,
      parkedContainerId: containerId,
      leaseUntil: null,
      leaseContainerId: null,
    },
  );
}
