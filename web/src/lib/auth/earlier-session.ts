import { promisifyRequest } from 'idb-keyval';
import { within } from '../timing/within.ts';

/** Firebase Authentication keeps a session under this, its project's key and the app's name. */
export const PREFIX = 'firebase:authUser:';
const STORE = 'firebaseLocalStorage';
const ANSWERS_WITHIN_MS = 2000;
/** In local storage while a session there is a copy, of which tabs of that version know nothing. */
const COPIED = 'countersign.session-copied';

interface Kept {
  fbase_key: string;
  value: unknown;
}

/**
 * Takes over the session that an earlier version of this app kept in IndexedDB (decision 030), if there is none here. It
 * is copied: a tab of that version, which may still be open, would sign out without it. If the browser does not answer,
 * or has no room for it, the person signs in again.
 */
export async function takeOverSession(): Promise<void> {
  if (hasSession()) return;
  const all = await inDatabase<Kept[]>('readonly', (store) => store.getAll()).catch(() => null);
  try {
    for (const { fbase_key: key, value } of all ?? []) {
      if (!key.startsWith(PREFIX)) continue;
      localStorage.setItem(COPIED, '1');
      localStorage.setItem(key, JSON.stringify(value));
    }
  } catch (error) {
    console.error('The session could not be taken over', error);
    forgetCopy();
  }
}

/** Whether the session here is such a copy, and nobody has signed out since. */
export const isCopied = () => localStorage.getItem(COPIED) !== null;

/** Deletes the copy, where there is one: its user has signed out. */
export function forgetCopy(): void {
  if (!isCopied()) return;
  for (const key of sessionKeys()) localStorage.removeItem(key);
  localStorage.removeItem(COPIED);
}

/** Whether there is a session here. */
export const hasSession = () => sessionKeys().length > 0;

const sessionKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));

/** Deletes that session; tabs of that version sign out by it. Rejects if the browser does not answer. */
export async function forgetEarlierSession(): Promise<void> {
  if ('indexedDB' in globalThis) await inDatabase('readwrite', (store) => store.clear());
}

const inDatabase = <T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> =>
  within(ANSWERS_WITHIN_MS, inOpened(mode, ask));

/** Null if there is no such database; none is made. */
async function inOpened<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  const opening = indexedDB.open('firebaseLocalStorageDb');
  let isNew = false;
  opening.onupgradeneeded = () => {
    isNew = true;
    opening.transaction?.abort();
  };
  try {
    const database = await promisifyRequest(opening);
    const answer = promisifyRequest(ask(database.transaction(STORE, mode).objectStore(STORE)));
    database.close(); // once that is done
    return await answer;
  } catch (error) {
    if (isNew) return null;
    throw error;
  }
}
