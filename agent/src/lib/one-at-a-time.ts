export interface OneAtATime<T> {
  /** The outcome of a run that begins now, or, where one is under way, of one more that follows it, for all who ask meanwhile. */
  run(): Promise<T>;
  /** Resolves when the run that is under way, where one is, has ended, however it ended. */
  idle(): Promise<void>;
}

/** Does `work` never twice at the same time: the run that is under way may have looked too early at what it works on. */
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
