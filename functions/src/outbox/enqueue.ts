import { ID_LENGTH } from '@countersign/contract';
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
  /**
   * For what may be promised again and again before it is done: under the same id, which is not as long as a random
   * one, it stays one entry. Promised again while it is at work, it is done once more.
   */
  id?: string;
}

/** Whether the same may be promised again under its id, perhaps while it is at work: that of others is a random one. */
export const mayBePromisedAgain = ({ id }: OutboxDocument) => id.length !== ID_LENGTH;

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
