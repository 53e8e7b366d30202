import { Timestamp } from 'firebase-admin/firestore';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { Tx } from '../effects/transact.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import { taskItems } from '../store/firestore.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';

/** A person's decision about an item. */
export interface Verdict {
  isApproved: boolean;
  /** The hash of the bytes that the person saw; null: not told, so nothing was compared. */
  hash: string | null;
  rejectionReason: string | null;
  /** A pull request's title and text as the person wants them. */
  edits: TaskItemDocument['edits'];
  /** The answer, where one was asked for: it approves nothing. */
  answer: TaskItemDocument['answer'];
  /** For a rejection: the agent is stopped as well. */
  stop?: boolean;
  /** A Stop rejects it, as it rejects all that is open. */
  byStop?: boolean;
  /** The browser it was made in; absent: unknown. */
  device?: string | null;
}

/** How long the decision is held back from the agent, and the page's key for it. */
export type Held = Pick<TaskItemDocument, 'releaseAt' | 'decisionKey'>;

const AT_ONCE: Held = { releaseAt: null, decisionKey: null };

/**
 * Writes a decision about an undecided item: the item, a rejection step below it, the audit event. Returns the changed
 * item.
 */
export function writeDecision(
  tx: Tx,
  task: TaskDocument,
  item: TaskItemDocument,
  { isApproved, hash, rejectionReason, edits, answer, stop = false, byStop = false, device = null }: Verdict,
  held: Held = AT_ONCE,
): TaskItemDocument {
  const now = Timestamp.now();
  const change = {
    isApproved,
    rejectionReason,
    edits,
    answer,
    stopsAgent: stop,
    rejectedByStop: byStop,
    ...held,
    decidedAt: now,
    decidedOn: device,
    updatedAt: now,
  };
  tx.update(taskItems().doc(item.id), change);
  tx.signal(item.userId, { kind: 'item', id: item.id, taskId: item.taskId });
  if (item.notifiedAt !== null) tx.enqueue(item.userId, 'notify', item.id, { object: 'closed' });
  if (!isApproved) createItem(tx, rejectionOf(item, rejectionReason));
  recordTaskEvent(tx, task, {
    actor: 'owner',
    action: !isApproved ? 'item_rejected' : answer === null ? 'item_approved' : 'item_answered',
    subjectId: item.id,
    // What was decided; without this mark the person's own page named these very bytes.
    detail: { hash: item.hash, ...(hash === null && { hashTold: false }) },
  });
  return { ...item, ...change };
}

/** The rejection in the task's history, below the rejected item. */
function rejectionOf(item: TaskItemDocument, reason: string | null) {
  const owner = { id: item.taskId, userId: item.userId, projectId: item.projectId, containerId: item.containerId };
  return prepareItem(owner, {
    parentId: item.id,
    level: item.level + 1,
    type: 'rejection',
    title: 'Rejected',
    content: reason,
    rejectionReason: reason,
    author: 'owner',
  });
}
