import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import { tasks } from '../store/firestore.ts';
import { changeTaskStatus } from './change-task-status.ts';
import { leaseEnd } from './fence.ts';
import { isTaskHeld } from './held-decision.ts';

/**
 * The container that holds a task goes on with it, under a new lease, unless another of its questions is undecided, or
 * its decision may still be undone.
 */
export function continueTask(tx: Tx, task: TaskDocument, containerId: string): void {
  if (task.status === 'awaiting_approval' || isTaskHeld(task)) return;
  if (task.status === 'running') {
    tx.update(tasks().doc(task.id), { leaseUntil: leaseEnd() });
    return;
  }
  changeTaskStatus(
    tx,
    task,
    { to: 'running', by: 'agent', on: 'continue' },
    { leaseUntil: leaseEnd(), leaseContainerId: containerId, parkedContainerId: null, rejectedSincePark: 0 },
  );
}
