export interface OneAtATime<T> {
  /** Starts a run or, while one is under way, one more after it for all who ask by then; resolves with its outcome. */
  run(): Promise<T>;
  /** Resolves when the run that is under way, where one is, has ended, however it ended. */
  idle(): Promise<void>;
}

/** Never does `work` twice at the same time: the run under way may have looked too early at what it works on. */
export function oneAtATime<T>(work: () => Promise<T>): OneAtATime<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const run = (): Promise<T> => {
    if (running === null) {
      running = work().finally(() => (running = null));
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return run();
      });
    return next;
  };
  return {
    run,
    async idle() {
      await running?.catch(() => undefined);
    },
  };
}
