import { forgetLists } from '../last-seen/list-store.ts';
import { forgetCopy, forgetEarlierSession } from './earlier-session.ts';

/** Removed by whichever tab signs out, of this version or an earlier one. */
export const SIGNED_IN_AS = 'countersign.signed-in';
const ADMITTED_AS = 'countersign.admitted';
/** Entries in a tab's session storage with this prefix belong to the signed-in user. */
const OWN_PREFIX = 'countersign.';
/** So do entries in the local storage with this prefix: they survive a reload, but not a sign-out. */
export const OWN_KEPT_PREFIX = 'countersign.own.';

/** What there was no room for in the local storage, under the same keys: it does not survive a reload, nor a sign-out. */
export const withoutRoom = new Map<string, string>();

/** Whether a user was signed in when the app was last used: a hint for what to fetch first, never a permission. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(SIGNED_IN_AS) !== null;
}

export function rememberSignedIn(): void {
  keepHint(SIGNED_IN_AS, '1');
}

/**
 * Whether the server admitted this user when the app was last used: a hint for what to show first, never a permission.
 */
export function wasAdmitted(uid: string): boolean {
  return localStorage.getItem(ADMITTED_AS) === uid;
}

export function rememberAdmitted(uid: string): void {
  keepHint(ADMITTED_AS, uid);
}

/** Without room for it the app is slower to begin, and does the same. */
function keepHint(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.error('A hint for the next visit could not be kept', error);
  }
}

export function forgetAdmitted(): void {
  localStorage.removeItem(ADMITTED_AS);
}

/** Removes everything kept of all users from this browser: their work, the hints, and a session of an earlier version. */
export async function forgetEverybody(): Promise<void> {
  const earlier = wasSignedIn() ? forgetEarlierSession() : undefined;
  forgetCopy();
  localStorage.removeItem(SIGNED_IN_AS);
  forgetAdmitted();
  await Promise.all([earlier, forgetWork()]);
}

/** Whether somebody else than this user, who has signed in, was admitted here before and has not signed out. */
export const isLeftByOther = (uid: string) => ![null, uid].includes(localStorage.getItem(ADMITTED_AS));

/** Removes what was kept of that one. */
export async function forgetOther(): Promise<void> {
  forgetAdmitted();
  await Promise.all([forgetEarlierSession(), forgetWork()]);
}

/** Removes what was kept of anybody's work: lists, and the live updates' memory. */
export async function forgetWork(): Promise<void> {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(OWN_PREFIX)) sessionStorage.removeItem(key);
  }
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(OWN_KEPT_PREFIX)) localStorage.removeItem(key);
  }
  withoutRoom.clear();
  await forgetLists();
}
