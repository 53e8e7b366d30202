import { forgetAdmitted, forgetWork, rememberAdmitted, wasAdmitted } from './session-traces.ts';

/**
 * Whether the signed-in user may use this deployment, as far as the server has said: `unknown` until it was first asked
 * in this browser. `message` is the server's own sentence.
 */
export type Admission = { status: 'unknown' } | { status: 'admitted' } | { status: 'refused'; message: string };

const UNKNOWN: Admission = { status: 'unknown' };
let userId: string | null = null;
let admission: Admission = UNKNOWN;
/**
 * Incremented with each change of user or admission: the reply to a call from an earlier era says nothing about now.
 */
let era = 0;
const listeners = new Set<() => void>();

/** The signed-in user, once that is known; null for nobody. */
export const currentUserId = () => userId;

/** Whether the signed-in user is admitted, as far as is known now. */
export const currentAdmission = () => admission;

/** The era in which a call begins; `admit` and `refuse` take it together with the call's reply. */
export const admissionEra = () => era;

/**
 * Call with the signed-in user, or null for nobody. A user who was admitted in this browser before counts as admitted
 * until a reply says otherwise.
 */
export function beginAdmission(uid: string | null): void {
  if (uid === userId) return;
  userId = uid;
  era += 1;
  // While signing out, the user's page stays until the sign-in page replaces it.
  if (uid !== null) change(wasAdmitted(uid) ? { status: 'admitted' } : UNKNOWN);
}

/** The server admits the user, in reply to a call of the era `asked`. */
export function admit(asked: number): void {
  if (asked !== era || userId === null) return;
  rememberAdmitted(userId);
  if (admission.status === 'admitted') return;
  era += 1;
  change({ status: 'admitted' });
}

/**
 * The server refuses the user, in reply to a call of the era `asked`; what this browser kept of their work is removed.
 * False if that reply is out of date.
 */
export function refuse(asked: number, message: string): boolean {
  if (asked !== era || userId === null) return false;
  if (admission.status === 'refused' && admission.message === message) return true;
  forgetAdmitted();
  forgetWork().catch((error: unknown) => console.error('Saved data could not be deleted', error));
  change({ status: 'refused', message });
  return true;
}

/** Calls `listener` whenever that changes. Returns the function that unsubscribes. */
export function subscribeToAdmission(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Admission): void {
  admission = next;
  for (const listener of listeners) listener();
}
