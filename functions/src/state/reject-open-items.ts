import type { Tx } from '../effects/transact.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import { changeTaskStatus, type TaskChange } from './change-task-status.ts';
import { writeDecision } from './write-decision.ts';

/**
 * Rejects all open questions of a task for its owner, because the agent is stopped. `open` is what the same transaction
 * read of its open questions; `change` is written with the task.
 */
export function rejectOpenItems(
  tx: Tx,
  task: TaskDocument,
  open: TaskItemDocument[],
  { reason, device }: { reason: string; device: string | null },
  change: TaskChange = {},
): void {
  const rejected = { isApproved: false, hash: null, rejectionReason: reason, edits: null, answer: null, device };
  for (const item of open) writeDecision(tx, task, item, rejected);
  const rejectedSincePark = task.rejectedSincePark + open.length;
  changeTaskStatus(
    tx,
    task,
    { to: 'rejected', by: 'owner', on: 'decide' },
    { ...change, undecidedCount: 0, rejectedSincePark, heldUntil: null },
  );
}
