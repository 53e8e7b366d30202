import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval';
import { within } from '../timing/within.ts';

/** WebKit may never answer (decision 030): then no lists were kept, and nothing else waits for them. */
const ANSWERS_WITHIN_MS = 1000;

/** Storage for the last-seen lists of the signed-in user; one entry, named by the user's id. */
let store: UseStore | undefined;
let owner: string | null = null;

/** Allows `uid` to keep lists; until then, and after `forgetLists`, late writes of a former user are dropped. */
export function openLists(uid: string): void {
  owner = uid;
}

/** Deletes the lists of all users in this browser. Rejects if the browser does not answer. */
export async function forgetLists(): Promise<void> {
  owner = null;
  if ('indexedDB' in globalThis) await answered(clear(database()));
}

/** The storage that the query persister writes to; its key is the user's id. */
export const listStorage = {
  getItem: async (uid: string): Promise<string | null> => {
    const kept = await answered(get<string>(uid, database())).catch(() => undefined);
    return kept ?? null;
  },
  setItem: async (uid: string, lists: string): Promise<void> => {
    if (uid === owner) await answered(set(uid, lists, database()));
  },
  removeItem: (uid: string): Promise<void> => answered(del(uid, database())),
};

const answered = <T>(work: Promise<T>): Promise<T> => within(ANSWERS_WITHIN_MS, work);

function database(): UseStore {
  store ??= createStore('countersign', 'lists');
  return store;
}
