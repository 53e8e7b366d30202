import { createHash } from 'node:crypto';
import type { AuditEventDocument } from '../documents/audit-event.ts';
import { iso } from '../documents/time.ts';
import { canonicalJson } from '../lib/canonical-json.ts';

/**
 * SHA-256 (hex) of an event and its place in its task's chain, as canonical JSON. dev/evidence/verify.mjs computes the
 * same from an export, without this code: what is hashed here must never change for stored events.
 */
export function chainHash(
  { id, actor, action, subjectId, detail, createdAt }: Omit<AuditEventDocument, 'chain'>,
  { taskId, number, previous }: Omit<NonNullable<AuditEventDocument['chain']>, 'hash'>,
): string {
  const link = { taskId, number, previous, id, actor, action, subjectId, detail, createdAt: iso(createdAt) };
  return createHash('sha256').update(canonicalJson(link), 'utf8').digest('hex');
}
