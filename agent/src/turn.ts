/** A step that the person did not want, and why. */
export interface Rejection {
  itemId: string;
  type: 'tool_call' | 'file_creation' | 'approval_request';
  title: string;
  reason: string;
  /** False where nobody was asked, as for what is too large to be looked at. */
  isDecided: boolean;
}

/** One prompt and what happens until the agent has answered it. */
export interface Turn {
  /** Aborted when the turn is cancelled: requests that wait or arrive later are answered "cancelled". */
  readonly cancelled: AbortSignal;
  readonly rejections: readonly Rejection[];
  /** How what ran differs from what was approved; null when nothing did. */
  divergence: string | null;
  /** A request waits for the person. */
  undecided: number;
  /** Calls that were approved and have not ended. */
  readonly running: Set<string>;
  reject(rejection: Rejection): void;
  /** Something changed; those who wait for quiet look again. */
  changed(): void;
  /** Resolves when no request is undecided and nothing approved runs, or when nothing has changed for `limitMs`. */
  quiet(limitMs: number): Promise<void>;
  cancel(): void;
}

/** A turn in which nothing has happened yet. */
export function createTurn(): Turn {
  const controller = new AbortController();
  const rejections: Rejection[] = [];
  let watchers: Array<() => void> = [];
  const turn: Turn = {
    cancelled: controller.signal,
    rejections,
    divergence: null,
    undecided: 0,
    running: new Set(),
    reject: (rejection) => void rejections.push(rejection),
    changed() {
      const told = watchers;
      watchers = [];
      for (const watcher of told) watcher();
    },
    async quiet(limitMs) {
      while (!controller.signal.aborted && (turn.undecided > 0 || turn.running.size > 0)) {
        // A person may think for as long as it takes; only an agent that stands still is not waited for.
        const limit = turn.undecided > 0 ? null : limitMs;
        if (!(await nextChange(limit))) return;
      }
    },
    cancel() {
      controller.abort(new Error('The turn was cancelled'));
      turn.changed();
    },
  };

  const nextChange = (limitMs: number | null) =>
    new Promise<boolean>((resolve) => {
      const timer = limitMs === null ? null : setTimeout(() => resolve(false), limitMs);
      watchers.push(() => {
        if (timer !== null) clearTimeout(timer);
        resolve(true);
      });
    });
  return turn;
}
