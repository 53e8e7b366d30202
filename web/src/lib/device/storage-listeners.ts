/**
 * Listeners for changes of the local storage: `tell` notifies those in this tab, the browser's event those in others.
 */
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
