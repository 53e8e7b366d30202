import type { DocumentData, DocumentReference, Query } from 'firebase-admin/firestore';
import { OutOfTime } from '../outbox/handler.ts';
import { commit, type Writer } from '../effects/transact.ts';
import { DomainError } from '../lib/errors.ts';
import { list } from '../store/data.ts';
import { failpoint } from './failpoint.ts';

const BATCH = 100;

/**
 * Deletes everything that a query finds, a batch at a time, until it finds nothing. `erase` writes the deletion of one
 * document with what belongs to it, as one; `before` deletes what is not in the database. Throws OutOfTime.
 */
export async function purge<T, D extends DocumentData>(
  name: string,
  query: Query<T, D>,
  deadline: number,
  erase: (writer: Writer, document: T) => void,
  before: (found: T[]) => Promise<void> = async () => undefined,
): Promise<void> {
  for (;;) {
    const found = await list(query.limit(BATCH));
    if (found.length === 0) return;
    if (Date.now() > deadline) throw new OutOfTime(`Time is up at ${name}`);
    failpoint(`before ${name}`);
    await before(found);
    await eraseTogether(found, erase);
    failpoint(`after ${name}`);
  }
}

/**
 * In parts if together they are too large: production counts what is deleted, with its index entries, towards the
 * 10 MiB of one commit. The emulator does not.
 */
async function eraseTogether<T>(found: T[], erase: (writer: Writer, document: T) => void): Promise<void> {
  try {
    await commit((writer) => found.forEach((document) => erase(writer, document)));
  } catch (error) {
    const isTooLarge = error instanceof DomainError && error.code === 'too_large';
    if (!isTooLarge || found.length === 1) throw error;
    const half = Math.ceil(found.length / 2);
    await eraseTogether(found.slice(0, half), erase);
    await eraseTogether(found.slice(half), erase);
  }
}

/** Deletes a document by its id alone. */
export const eraseFrom =
  <T, D extends DocumentData>(reference: (id: string) => DocumentReference<T, D>) =>
  (writer: Writer, { id }: { id: string }): void =>
    writer.delete(reference(id));
