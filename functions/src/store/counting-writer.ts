import type { DocumentReference, Transaction, WriteBatch } from 'firebase-admin/firestore';
import type { Writer } from './data.ts';

/** Writes to a transaction or a batch; tells how much was written, and which documents were created. */
export function countingWriter(target: Transaction | WriteBatch): {
  writer: Writer;
  written: () => number;
  created: readonly DocumentReference[];
} {
  // Both have the same methods with the same meaning, but no common type.
  const to = target as WriteBatch;
  const created: DocumentReference[] = [];
  let writes = 0;
  const counted = (write: () => unknown) => {
    writes += 1;
    write();
  };
  return {
    written: () => writes,
    created,
    writer: {
      create(ref, document) {
        created.push(ref as DocumentReference);
        counted(() => to.create(ref, document));
      },
      set: (ref, document) => counted(() => to.set(ref, document)),
      update: (ref, change) => counted(() => to.update(ref, change)),
      add: (ref, fields) => counted(() => to.set(ref, fields, { merge: true })),
      delete: (ref) => counted(() => to.delete(ref as DocumentReference)),
    },
  };
}
