/** How long one look at the files should take at most, milliseconds. */
const LIMIT_MS = 200;
/** What is said where they take longer. */
export const SLOW =
  'Looking at the files takes longer than 200 ms here: what changed just before a step began may be counted as within it.';
/** So many looks are remembered. */
const KEPT = 500;

/** Measures looks at the files. */
export interface Stopwatch {
  /** Begins one; call the result when it is done. */
  start(): () => void;
  /** The first look reads every file, as none was looked at before: it says nothing about the others. */
  forget(): void;
  /** True where most of them took longer than they should. */
  readonly isSlow: boolean;
  /** What was measured, for the log; null where nothing was. */
  readonly words: string | null;
}

export function createStopwatch(): Stopwatch {
  let taken: number[] = [];
  const median = () => taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
  return {
    start() {
      const began = performance.now();
      return () => void (taken = [...taken.slice(-KEPT), performance.now() - began]);
    },
    forget: () => void (taken = []),
    get isSlow() {
      return median() > LIMIT_MS;
    },
    get words() {
      if (taken.length === 0) return null;
      const longest = Math.max(...taken);
      return `looked at the files ${taken.length} times: ${Math.round(median())} ms (median), ${Math.round(longest)} ms at most`;
    },
  };
}
