import type { ModelUsage } from '@countersign/contract/agent';
import type { UsageReports } from '../server/usage-report.ts';

/** What the models of this execution have used, and how much more they may use. */
export interface ModelMeter extends UsageReports {
  /** True where the server has heard everything that was counted. */
  readonly isTold: boolean;
  /** True where nothing would be left even if all calls that are under way used nothing. */
  readonly isUsedUp: boolean;
  /** Begins a call of about so many tokens; null where nothing is left for it. */
  begin(estimate: number): MeteredCall | null;
  /** The same as soon as something is left, in the order of asking. Rejects with the signal's reason when it aborts. */
  whenLeft(estimate: number, signal: AbortSignal): Promise<MeteredCall>;
  /** Which cap there is, in the server's words; null where nothing is limited. */
  readonly message: string | null;
}

/** A call that is under way. */
export interface MeteredCall {
  /** What it has used in the end; null for nothing. Only the first word counts. */
  settle(used: ModelUsage | null): void;
}

interface Waiting {
  estimate: number;
  begin: (call: MeteredCall) => void;
}

/** The contract takes no more; a sum beyond it would have every heartbeat refused. */
const MOST_TOKENS = 1_000_000_000_000;

/** A meter at zero, without a limit until the server tells one. */
export function createModelMeter(): ModelMeter {
  const used: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  const waiting: Waiting[] = [];
  let underWay = 0;
  /** What the server knew when it told the allowance. */
  let allowed: { tokensLeft: number | null; message: string | null; known: number } | null = null;
  let reports = 0;
  let lastHeard = 0;
  let told = 0;

  const total = () => used.inputTokens + used.outputTokens;
  const unused = () => (allowed?.tokensLeft ?? Infinity) - (total() - (allowed?.known ?? 0));
  // Calls that are under way have used something already, nobody knows how much: at least what is asked of the model.
  const left = () => unused() - underWay;
  const start = (estimate: number): MeteredCall => {
    underWay += estimate;
    let isSettled = false;
    return {
      settle(what) {
        if (isSettled) return;
        isSettled = true;
        underWay -= estimate;
        used.inputTokens = Math.min(used.inputTokens + (what?.inputTokens ?? 0), MOST_TOKENS);
        used.outputTokens = Math.min(used.outputTokens + (what?.outputTokens ?? 0), MOST_TOKENS);
        letGo();
      },
    };
  };
  const letGo = () => {
    while (left() > 0) {
      const next = waiting.shift();
      if (next === undefined) return;
      next.begin(start(next.estimate));
    }
  };

  return {
    get isTold() {
      return told === total();
    },
    get isUsedUp() {
      return unused() <= 0;
    },
    get message() {
      return allowed?.message ?? null;
    },
    report() {
      reports += 1;
      const number = reports;
      const known = total();
      return {
        body: known === 0 ? {} : { usage: { ...used } },
        heard(allowance) {
          told = Math.max(told, known);
          // Answers may overtake each other: an older one knows less.
          if (number < lastHeard || allowance === undefined) return;
          lastHeard = number;
          allowed = { ...allowance, known };
          letGo();
        },
      };
    },
    begin: (estimate) => (left() > 0 ? start(estimate) : null),
    whenLeft: (estimate, signal) =>
      new Promise((resolve, reject) => {
        const one: Waiting = { estimate, begin: resolve };
        const giveUp = () => {
          const place = waiting.indexOf(one);
          if (place === -1) return;
          waiting.splice(place, 1);
          reject(signal.reason);
        };
        waiting.push(one);
        letGo();
        if (signal.aborted) giveUp();
        else signal.addEventListener('abort', giveUp, { once: true });
      }),
  };
}
