import { useSyncExternalStore } from 'react';
import { storageListeners } from '../device/storage-listeners.ts';

/** Stored for a moment: the browser's other tabs hear of it before Firebase signs them out, too. */
const KEY = 'countersign.account-deleted';

const { subscribe, tell } = storageListeners();
let wasDeleted = false;

window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== KEY || newValue === null) return;
  wasDeleted = true;
  tell();
});

/** Whether the account of the user who was signed in last was deleted, as far as this tab has heard. */
export const useAccountDeleted = () => useSyncExternalStore(subscribe, () => wasDeleted);

/** Call before that user is signed out. */
export function announceDeletion(): void {
  wasDeleted = true;
  try {
    localStorage.setItem(KEY, '1');
    localStorage.removeItem(KEY);
  } catch (error) {
    console.error('The other tabs could not be told that the account was deleted', error);
  }
  tell();
}

/** Somebody has signed in. */
export function forgetDeletion(): void {
  wasDeleted = false;
}
