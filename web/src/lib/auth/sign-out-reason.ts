import { useSyncExternalStore } from 'react';
import { storageListeners } from '../device/storage-listeners.ts';

/** Why a person is signed out who has not asked for it: the account was deleted, or the session is no longer valid. */
export type SignOutReason = 'deleted' | 'ended';

/** Stored for a moment: the browser's other tabs are signed out, too, and say why. */
const KEY = 'countersign.signed-out';

const { subscribe, tell } = storageListeners();
let reason: SignOutReason | null = null;

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY && (newValue === 'deleted' || newValue === 'ended')) hear(newValue);
});

/** Why the user who was signed in last is not any more, as far as this tab has heard. */
export const useSignOutReason = () => useSyncExternalStore(subscribe, () => reason);

export function announceSignOut(why: SignOutReason): void {
  hear(why);
  try {
    localStorage.setItem(KEY, why);
    localStorage.removeItem(KEY);
  } catch (error) {
    console.error('The other tabs could not be told why nobody is signed in any more', error);
  }
}

/** Somebody has signed in. */
export function forgetSignOut(): void {
  reason = null;
}

/** The session of a deleted account ends, too. */
function hear(why: SignOutReason): void {
  reason = reason === 'deleted' ? reason : why;
  tell();
}
