import { FieldValue } from 'firebase-admin/firestore';

/** The message of a container while its start waits; all are kept for the history of the task that waits with it. */
export const heldUp = (message: string) => ({ message, heldUpBy: FieldValue.arrayUnion(message) });
