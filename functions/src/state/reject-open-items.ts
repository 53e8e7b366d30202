import type { Tx } from '../effects/transact.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { TaskDocument } from '../documents/task.ts';
import { changeTaskStatus, type TaskChange } from './change-task-status.ts';
import { writeDecision, type Verdict } from './write-decision.ts';

/** Reasons that nobody has typed: of a question that was open, and of an approval that could still be undone. */
export const STOP_REASONS = { open: 'Stopped', held: 'Stopped before the approval reached the agent' } as const;

/** What a Stop decides about a question that its agent still asks, as far as the agent knows. */
export function stopped({ isApproved }: Pick<TaskItemDocument, 'isApproved'>, device: string | null): Verdict {
  const rejectionReason = STOP_REASONS[isApproved === true ? 'held' : 'open'];
  return { isApproved: false, rejectionReason, byStop: true, device, hash: null, edits: null, answer: null };
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
  for (const item of open) writeDecision(tx, task, item, stopped(item, device));
  const rejectedSincePark = task.rejectedSincePark + open.length;
  changeTaskStatus(
    tx,
    task,
    { to: 'rejected', by: 'owner', on: 'decide' },
    { ...change, undecidedCount: 0, rejectedSincePark, heldUntil: null },
  );
}
