import type { ModelAllowance } from '@countersign/contract/agent';

/** How many tokens of the day the server allows, as far as it has said so. */
export interface DayAllowance {
  /** The cap, in the server's words; null if nothing is limited. */
  readonly message: string | null;
  /** What is left once this many tokens were counted here. */
  leftAt(counted: number): number;
  /** The server has answered this report, which told it of `known` tokens. */
  heard(report: number, allowance: ModelAllowance, known: number): void;
}

/** Without a limit until the server sets one. */
export function createDayAllowance(): DayAllowance {
  let allowed: ModelAllowance = { tokensLeft: null, message: null };
  /** What the server had counted of us when it said so. */
  let known = 0;
  let lastHeard = 0;
  return {
    get message() {
      return allowed.message;
    },
    leftAt: (counted) => (allowed.tokensLeft ?? Infinity) - (counted - known),
    heard(report, allowance, knownThen) {
      // Answers may overtake each other: an older one knows less.
      if (report < lastHeard) return;
      lastHeard = report;
      allowed = allowance;
      known = knownThen;
    },
  };
}
