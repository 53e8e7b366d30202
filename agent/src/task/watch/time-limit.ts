const TICK_MS = 1_000;

/** Calls `onReached` once a task has been worked on for this long; time spent waiting for a decision does not count. */
export function startTimeLimit(seconds: number, isWaiting: () => boolean, onReached: () => void): { stop(): void } {
  let worked = 0;
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    // A container that was frozen has not worked meanwhile.
    if (!isWaiting()) worked += Math.min(now - last, 2 * TICK_MS);
    last = now;
    if (worked < seconds * 1000) return;
    clearInterval(timer);
    onReached();
  }, TICK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
