/** Those who want to know when something in the local storage changes: by `tell` in this tab, by the browser's event in the others. */
export function storageListeners() {
  const listeners = new Set<() => void>();
  return {
    /** For `useSyncExternalStore`. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
    tell(): void {
      for (const listener of listeners) listener();
    },
  };
}
