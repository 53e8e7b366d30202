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
 * Writes `count` copies of a document that the API made, each with its own id and creation time: as many as a
 * measurement needs, in seconds, without knowing what is in them.
 */
export async function multiply(original: DocumentReference, count: number): Promise<void> {
  const data = (await original.get()).data() ?? {};
  const writer = database().bulkWriter();
  for (let index = 0; index < count; index += 1) {
    const createdAt = new Date(Date.now() - index * 1_000);
    void writer.create(original.parent.doc(nanoid()), { ...data, createdAt, title: `Task ${index}` });
  }
  await writer.close();
}
