import { whenIdle } from './when-idle.ts';

/** Milliseconds after which nothing waits any longer for a page whose first data is slow. */
const LONGEST_MS = 3000;

let isSettled = false;
const waiting = new Set<() => void>();

/** Says that what the first page fetched has arrived. */
export function settle(): void {
  isSettled = true;
  for (const begin of waiting) begin();
  waiting.clear();
}

/**
 * Calls back once the first page shows what it fetched and the browser is idle, after 5 s at the latest: for what would
 * otherwise compete with the page for the processor (decision 005). Returns the function that cancels it.
 */
export function whenSettled(callback: () => void): () => void {
  if (isSettled) return whenIdle(callback);
  let cancel = () => {};
  const begin = () => {
    waiting.delete(begin);
    clearTimeout(timer);
    cancel = whenIdle(callback);
  };
  const timer = setTimeout(begin, LONGEST_MS);
  waiting.add(begin);
  return () => {
    waiting.delete(begin);
    clearTimeout(timer);
    cancel();
  };
}
