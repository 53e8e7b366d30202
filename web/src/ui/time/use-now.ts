import { useSyncExternalStore } from 'react';
import { serverNow } from '../../lib/server/server-clock.ts';

const TICK_MS = 10_000;

let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The server's time in milliseconds, updated every 10 s by one shared timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function start() {
  now = serverNow();
  timer = setInterval(() => {
    now = serverNow();
    for (const listener of listeners) listener();
  }, TICK_MS);
}
