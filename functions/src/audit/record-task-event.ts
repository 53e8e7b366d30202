import { Timestamp } from 'firebase-admin/firestore';
import type { TaskDocument } from '../documents/task.ts';
import { newId } from '../lib/id.ts';
import type { Tx } from '../store/data.ts';
import { auditEvents, tasks } from '../store/firestore.ts';
import { chainHash } from './chain-hash.ts';
import type { AuditEvent } from './record-event.ts';

/**
 * Appends an event about a task to the audit trail as the next link of the task's chain, and returns the chain's new
 * end. `task` is what the same transaction read; it is updated, so that several events of one transaction follow each
 * other. The end is kept in the task's own document, which decisions of other tasks never write.
 */
export function recordTaskEvent(
  tx: Tx,
  task: TaskDocument,
  { detail, ...event }: Omit<AuditEvent, 'userId'>,
): NonNullable<TaskDocument['auditHead']> {
  const number = (task.auditHead?.number ?? 0) + 1;
  const link = { taskId: task.id, number, previous: task.auditHead?.hash ?? null };
  const recorded = {
    ...event,
    id: newId(),
    userId: task.userId,
    detail: { taskId: task.id, ...detail },
    createdAt: Timestamp.now(),
  };
  const hash = chainHash(recorded, link);
  task.auditHead = { number, hash };
  tx.create(auditEvents().doc(recorded.id), { ...recorded, chain: { ...link, hash } });
  tx.update(tasks().doc(task.id), { auditHead: task.auditHead });
  return task.auditHead;
}
