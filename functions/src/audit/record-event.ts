import { Timestamp } from 'firebase-admin/firestore';
import type { Writer } from '../store/data.ts';
import type { AuditEventDocument } from '../documents/audit-event.ts';
import { auditEvents } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';

export type AuditEvent = Omit<AuditEventDocument, 'id' | 'createdAt' | 'chain'>;

/** Appends to the audit trail, in the transaction that it reports on. `detail` holds no content and no secret. */
export function recordEvent(writer: Writer, event: AuditEvent): void {
  const id = newId();
  writer.create(auditEvents().doc(id), { ...event, id, createdAt: Timestamp.now(), chain: null });
}
