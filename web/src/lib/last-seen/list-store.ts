import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval';

/** Storage for the last-seen lists of the signed-in user; one entry, named by the user's id. */
let store: UseStore | undefined;
let owner: string | null = null;

/** Allows `uid` to keep lists; until then, and after `forgetLists`, late writes of a former user are dropped. */
export function openLists(uid: string): void {
  owner = uid;
}

/** Deletes the lists of all users in this browser. */
export async function forgetLists(): Promise<void> {
  owner = null;
  if ('indexedDB' in globalThis) await clear(database());
}

/** The storage that the query persister writes to; its key is the user's id. */
export const listStorage = {
  getItem: async (uid: string): Promise<string | null> => (await get<string>(uid, database())) ?? null,
  setItem: async (uid: string, lists: string): Promise<void> => {
    if (uid === owner) await set(uid, lists, database());
  },
  removeItem: (uid: string): Promise<void> => del(uid, database()),
};

function database(): UseStore {
  store ??= createStore('countersign', 'lists');
  return store;
}
