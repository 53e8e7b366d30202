import type { Tx } from '../effects/transact.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import { changeTaskStatus, type TaskChange } from './change-task-status.ts';
import { writeDecision, type Verdict } from './write-decision.ts';

/** What a Stop decides about each question that its agent still asks. */
export function stopped(device: string | null): Verdict {
  const none = { hash: null, edits: null, answer: null };
  return { isApproved: false, rejectionReason: 'Stopped', byStop: true, device, ...none };
}

/**
 * Rejects all open questions of a task for its owner, because the agent is stopped. `open` is what the same transaction
 * read of its open questions; `change` is written with the task.
 */
export function rejectOpenItems(
  tx: Tx,
  task: TaskDocument,
  open: TaskItemDocument[],
  device: string | null,
  change: TaskChange = {},
): void {
  for (const item of open) writeDecision(tx, task, item, stopped(device));
  const rejectedSincePark = task.rejectedSincePark + open.length;
  changeTaskStatus(
    tx,
    task,
    { to: 'rejected', by: 'owner', on: 'decide' },
    { ...change, undecidedCount: 0, rejectedSincePark, heldUntil: null },
  );
}
