import { FieldValue } from 'firebase-admin/firestore';

/** What a container says while its start waits; kept, for the history of the task that waits with it. */
export const heldUp = (message: string) => ({ message, heldUpBy: FieldValue.arrayUnion(message) });
