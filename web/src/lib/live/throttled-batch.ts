/**
 * Collects what is added and hands it on at most every `intervalMs` on average, so that a flood becomes few batches. A
 * single addition is handed on at once, and so are the first `burst` in a row: each interval without a batch earns one,
 * up to that many.
 */
export function throttledBatch<T>(intervalMs: number, handOn: (batch: T[]) => void, burst = 1) {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let earned = burst;

  const flush = () => {
    earned -= 1;
    const batch = waiting;
    waiting = [];
    handOn(batch);
  };
  const earn = () => {
    earned += 1;
    if (waiting.length > 0) flush();
    timer = earned < burst ? setTimeout(earn, intervalMs) : undefined;
  };
  return {
    add(...items: T[]) {
      waiting.push(...items);
      if (earned > 0) flush();
      timer ??= setTimeout(earn, intervalMs);
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
      earned = 0;
    },
  };
}
