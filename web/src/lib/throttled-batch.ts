/** Collects what is added and hands it on: the first at once, then at most every `intervalMs`. */
export function throttledBatch<T>(intervalMs: number, handOn: (batch: T[]) => void) {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    timer = setTimeout(flush, intervalMs);
    handOn(batch);
  };
  return {
    add(...items: T[]) {
      waiting.push(...items);
      if (timer === undefined) flush();
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
