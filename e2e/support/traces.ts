/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core';
import { until } from './until.ts';

/**
 * Where this browser still keeps any of these words: local and session storage, cookies, databases, caches. Waits up to
 * `patienceMs` for what is still being deleted.
 */
export async function tracesOf(page: Page, words: readonly string[], patienceMs = 30_000): Promise<string[]> {
  let found: string[] = [];
  const isClean = async () => {
    const kept = await page.evaluate(everythingKept);
    found = Object.entries(kept)
      .filter(([, value]) => words.some((word) => value.includes(word)))
      .map(([place]) => place);
    return found.length === 0;
  };
  await until('nothing to be kept', isClean, { timeoutMs: patienceMs }).catch(() => undefined);
  return found;
}

/** Waits until the lists that contain this word are kept for the next visit: every 2 s, all at once. */
export async function untilKept(page: Page, word: string): Promise<void> {
  const isKept = async () => (await tracesOf(page, [word], 0)).includes('database countersign/lists');
  await until('the lists to be kept', isKept);
}

/** What is stored for this origin, by place. */
async function everythingKept(): Promise<Record<string, string>> {
  const kept: Record<string, string> = {
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify({ ...sessionStorage }),
    cookies: document.cookie,
  };
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('A database could not be read'));
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const entries = database.transaction(store).objectStore(store);
      const [keys, values] = [await settled(entries.getAllKeys()), await settled(entries.getAll())];
      kept[`database ${name}/${store}`] = JSON.stringify([keys, values]);
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) kept[`cache ${name} ${url}`] = url;
    const replies = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/api/'));
    for (const request of replies) kept[`cache ${name}`] = (await (await cache.match(request))?.text()) ?? '';
  }
  return kept;
}
