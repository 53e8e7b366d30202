import { useCallback, useSyncExternalStore } from 'react';

/** The request that an Undo has brought back last, until it is on show. */
let returned: string | null = null;
const listeners = new Set<() => void>();

export function bringBack(id: string | null): void {
  returned = id;
  for (const listener of listeners) listener();
}

/** The request that is to be shown again, and the way to say that it is. */
export function useReturned(): [string | null, () => void] {
  const id = useSyncExternalStore(subscribe, () => returned);
  // Told after the drawing in which it was found.
  const forget = useCallback(() => queueMicrotask(() => bringBack(null)), []);
  return [id, forget];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
