import { initializeApp, getApps } from 'firebase-admin/app';
import { getFirestore, type DocumentReference, type Firestore } from 'firebase-admin/firestore';
import { nanoid } from 'nanoid';
import { stack } from './stack.ts';

/** The bare Admin SDK on the same emulator, as the reference for the API. */
export function database(): Firestore {
  process.env.FIRESTORE_EMULATOR_HOST = stack.firestoreHost;
  if (getApps().length === 0) initializeApp({ projectId: stack.projectId });
  return getFirestore();
}

/**
 * Writes `count` copies of documents that the API made, of each in turn, with their own ids and creation times: as many
 * as a measurement needs, in seconds, without knowing what is in them. The first is `age` seconds old, each further one
 * a second older.
 */
export async function multiply(originals: readonly DocumentReference[], count: number, age = 0): Promise<void> {
  const found = await Promise.all(originals.map((original) => original.get()));
  const writer = database().bulkWriter();
  for (let index = 0; index < count; index += 1) {
    const original = found[index % found.length];
    if (!original) throw new Error('There is nothing to copy');
    const createdAt = new Date(Date.now() - (age + index) * 1_000);
    void writer.create(original.ref.parent.doc(nanoid()), { ...original.data(), createdAt, title: `Task ${index}` });
  }
  await writer.close();
}
