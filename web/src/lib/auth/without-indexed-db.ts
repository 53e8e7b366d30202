/**
 * Calls `make` as in a browser that has no IndexedDB. Firebase notes there how it is used, and waits for that before
 * each of its requests. WebKit may leave a database locked by a page that has gone: whoever waits for it waits for ever,
 * and nobody would be signed in.
 */
export function withoutIndexedDb<T>(make: () => T): T {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
  Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
  try {
    return make();
  } finally {
    if (own) Object.defineProperty(globalThis, 'indexedDB', own);
    else Reflect.deleteProperty(globalThis, 'indexedDB');
  }
}
