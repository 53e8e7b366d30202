import { Timestamp } from 'firebase-admin/firestore';
import type { AuditEvent } from '../audit/record-event.ts';
import { recordTaskEvent } from '../audit/record-task-event.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { taskItems } from '../store/firestore.ts';

/** What a decision writes about an item, as if there had been none. */
const UNDECIDED = {
  isApproved: null,
  rejectionReason: null,
  edits: null,
  answer: null,
  decidedAt: null,
  decidedOn: null,
  stopsAgent: false,
  decidedByRule: null,
  decidedByLimits: null,
  releaseAt: null,
  decisionKey: null,
} as const satisfies Partial<TaskItemDocument>;

/**
 * Takes back a decision that no agent has redeemed: the item is undecided, and its owner is to be told of the request
 * anew. The audit trail keeps both. Returns the changed item.
 */
export function undecideItem(
  tx: Tx,
  task: TaskDocument,
  item: TaskItemDocument,
  change: Pick<Partial<TaskItemDocument>, 'undoneKeys' | 'approvalEnded'>,
  { actor, detail }: Pick<AuditEvent, 'actor' | 'detail'>,
): TaskItemDocument {
  const written = { ...UNDECIDED, ...change, updatedAt: Timestamp.now() };
  tx.update(taskItems().doc(item.id), written);
  recordTaskEvent(tx, task, {
    actor,
    action: 'decision_undone',
    subjectId: item.id,
    detail: { hash: item.hash, wasApproved: item.isApproved, ...detail },
  });
  return { ...item, ...written };
}
