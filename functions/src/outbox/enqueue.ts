import { Timestamp } from 'firebase-admin/firestore';
import type { Writer } from '../store/data.ts';
import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';
import { outbox } from '../store/firestore.ts';
import { newId } from '../lib/id.ts';

/** Milliseconds for which an entry belongs to the request that wrote it; afterwards the sweeper may take it. */
const OWN_MS = 30_000;

export interface EnqueueOptions {
  /** What the work is about besides its subject, e.g. an execution. */
  object?: string | null;
  /** Milliseconds after which the sweeper takes it. */
  afterMs?: number;
  /** For what may be promised again and again before it is done: under the same id it stays one entry. */
  id?: string;
}

/**
 * Writes a promise of work. Use-cases call their transaction's `enqueue` (effects/transact.ts), which also begins it.
 */
export function enqueue(
  writer: Writer,
  userId: string,
  kind: OutboxKind,
  subjectId: string,
  { object = null, afterMs = OWN_MS, id }: EnqueueOptions = {},
): OutboxDocument {
  const now = Timestamp.now();
  const entry: OutboxDocument = {
    id: id ?? newId(),
    userId,
    kind,
    subjectId,
    object,
    attempts: 0,
    notBefore: Timestamp.fromMillis(now.toMillis() + afterMs),
    lastError: null,
    createdAt: now,
  };
  if (id === undefined) writer.create(outbox().doc(entry.id), entry);
  else writer.set(outbox().doc(id), entry);
  return entry;
}
