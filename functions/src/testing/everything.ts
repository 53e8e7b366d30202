import type { CollectionReference } from 'firebase-admin/firestore';
import { db } from '../store/firestore.ts';

/** Every document of the database, by path. For small test databases. */
export async function everything(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const collection of await db().listCollections()) await collect(collection, found);
  return found;
}

async function collect(collection: CollectionReference, found: Map<string, string>): Promise<void> {
  for (const ref of await collection.listDocuments()) {
    const snapshot = await ref.get();
    if (snapshot.exists) found.set(ref.path, JSON.stringify(snapshot.data()));
    for (const below of await ref.listCollections()) await collect(below, found);
  }
}
