import { useCallback, useSyncExternalStore } from 'react';

/** The request that an Undo brought back last, until it is shown. */
let returned: string | null = null;
const listeners = new Set<() => void>();

export function bringBack(id: string | null): void {
  returned = id;
  for (const listener of listeners) listener();
}

/** The request that is to be shown again, and the function to call once it is. */
export function useReturned(): [string | null, () => void] {
  const id = useSyncExternalStore(subscribe, () => returned);
  // Reported after the render in which it was found.
  const forget = useCallback(() => queueMicrotask(() => bringBack(null)), []);
  return [id, forget];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
