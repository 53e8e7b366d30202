/** How long one look at the files may take, in milliseconds. */
const LIMIT_MS = 200;
/** The note where looks take longer. */
export const SLOW =
  'Checking the files takes longer than 200 ms here: anything changed just before a step began may be counted as within it.';
/** How many looks are remembered. */
const KEPT = 500;

/** Measures looks at the files. */
export interface Stopwatch {
  /** Begins a measurement; call the result when the look is done. */
  start(): () => void;
  /** Forgets what was measured: the first look reads every file and says nothing about the others. */
  forget(): void;
  /** True where most looks took longer than they should. */
  readonly isSlow: boolean;
  /** The measurements in words, for the log; null where there are none. */
  readonly words: string | null;
}

export function createStopwatch(): Stopwatch {
  let taken: number[] = [];
  const at = (index: number) => taken.toSorted((a, b) => a - b)[index] ?? 0;
  const median = () => at(Math.floor(taken.length / 2));
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
      const most = at(Math.ceil(taken.length * 0.95) - 1);
      const [half, late, longest] = [median(), most, Math.max(...taken)].map(Math.round);
      return `looked at the files ${taken.length} times: ${half} ms (median), ${late} ms (95th percentile), ${longest} ms at most`;
    },
  };
}
