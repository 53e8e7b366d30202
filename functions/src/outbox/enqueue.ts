import { Timestamp } from 'firebase-admin/firestore';
import type { Writer } from '../data.ts';
import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';
import { outbox } from '../firestore.ts';
import { newId } from '../id.ts';

/** Milliseconds that the request which wrote an entry has it for itself; afterwards the sweeper may take it. */
const OWN_MS = 30_000;

/**
 * Promises work, in the transaction of the change it follows from. Hand the entry to `drain` after the commit, or leave
 * it to the sweeper, which takes it `afterMs` milliseconds later.
 */
export function enqueue(
  writer: Writer,
  userId: string,
  kind: OutboxKind,
  subjectId: string,
  { object = null, afterMs = OWN_MS }: { object?: string | null; afterMs?: number } = {},
): OutboxDocument {
  const now = Timestamp.now();
  const entry: OutboxDocument = {
    id: newId(),
    userId,
    kind,
    subjectId,
    object,
    attempts: 0,
    notBefore: Timestamp.fromMillis(now.toMillis() + afterMs),
    lastError: null,
    createdAt: now,
  };
  writer.create(outbox().doc(entry.id), entry);
  return entry;
}
