import type { Rejection } from '../consent/rejection.ts';
import type { KnownCall } from './call-moves.ts';

/** One prompt and what happens until the agent has answered it. */
export interface Turn {
  /** Aborted when the turn is cancelled: requests still waiting, or arriving later, are answered with "cancelled". */
  readonly cancelled: AbortSignal;
  readonly rejections: readonly Rejection[];
  /** How something that was done differs from what was approved; null if nothing does. */
  divergence: string | null;
  /** It is cut short because nothing is left of the task's budget. */
  isOutOfBudget: boolean;
  /** How many requests are waiting for the person, or for their answer to reach the agent. */
  readonly undecided: number;
  /** Counts one more request as open until the returned function is called; calling it again does nothing. */
  opens(): () => void;
  /** Ids of this turn's calls that were approved and whose end is not known. */
  readonly running: readonly string[];
  /** The same, in their agent's words. */
  readonly runningTitles: readonly string[];
  /** The agent requests permission for this call. */
  ask(call: KnownCall): void;
  reject(rejection: Rejection): void;
  /** Makes those who wait for quiet look again. */
  changed(): void;
  /** Resolves when no request is undecided and nothing approved runs, or when nothing has changed for `limitMs`. */
  quiet(limitMs: number): Promise<void>;
  cancel(): void;
}

/** A turn in which nothing has happened yet. */
export function createTurn(): Turn {
  const controller = new AbortController();
  const rejections: Rejection[] = [];
  const asked = new Set<KnownCall>();
  let watchers: Array<() => void> = [];
  let undecided = 0;
  const atWork = () => [...asked].filter(({ stage }) => stage === 'released' || stage === 'ended');
  const turn: Turn = {
    cancelled: controller.signal,
    rejections,
    divergence: null,
    isOutOfBudget: false,
    get undecided() {
      return undecided;
    },
    opens() {
      let isOpen = true;
      undecided += 1;
      turn.changed();
      return () => {
        if (!isOpen) return;
        isOpen = false;
        undecided -= 1;
        turn.changed();
      };
    },
    get running() {
      return atWork().map(({ toolCallId }) => toolCallId);
    },
    get runningTitles() {
      return atWork().map(({ call }) => call.title);
    },
    ask(call) {
      call.ask();
      asked.add(call);
    },
    reject: (rejection) => void rejections.push(rejection),
    changed() {
      const waiting = watchers;
      watchers = [];
      for (const watcher of waiting) watcher();
    },
    async quiet(limitMs) {
      while (!controller.signal.aborted && (turn.undecided > 0 || turn.running.length > 0)) {
        // A person may take as long as they like; only an agent that stands still is not waited for.
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
