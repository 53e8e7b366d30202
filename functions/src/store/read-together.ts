import type { DocumentReference, DocumentSnapshot, Transaction } from 'firebase-admin/firestore';

/** Documents requested at the same time are read in one round trip; otherwise each would wait for the one before. */
export function readTogether(transaction: Transaction): (ref: DocumentReference) => Promise<DocumentSnapshot> {
  let refs: DocumentReference[] = [];
  let reading: Promise<DocumentSnapshot[]> | null = null;
  return async (ref) => {
    const index = refs.push(ref) - 1;
    reading ??= Promise.resolve().then(() => {
      const all = refs;
      [refs, reading] = [[], null];
      return transaction.getAll(...all);
    });
    const snapshot = (await reading)[index];
    if (snapshot === undefined) throw new Error(`${ref.path} was asked for and not answered`);
    return snapshot;
  };
}
