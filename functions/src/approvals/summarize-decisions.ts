import {
  type DecisionFilters,
  DECISIONS_SUMMED,
  type DecisionSummary,
  WAIT_STEPS_SECONDS,
} from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import { list } from '../store/data.ts';
import { decidedQuery, howOf, isDecision, outcomeOf, waitedSeconds } from './decided-item.ts';

/** Statistics of the last decisions. Older ones are not counted, so the cost does not grow with their number. */
export async function summarizeDecisions(
  { userId }: UserCaller,
  scope: Pick<DecisionFilters, 'projectId' | 'days'>,
): Promise<DecisionSummary> {
  const read = await list(decidedQuery(userId, scope).limit(DECISIONS_SUMMED + 1));
  const decisions = read.slice(0, DECISIONS_SUMMED).filter(isDecision);
  const outcomes = decisions.map(outcomeOf);
  const count = (outcome: (typeof outcomes)[number]) => outcomes.filter((one) => one === outcome).length;
  const inWay = (way: ReturnType<typeof howOf>) => decisions.filter((decision) => howOf(decision) === way);
  return {
    byRule: inWay('rule').length,
    byLimits: inWay('limits').length,
    approved: count('approved'),
    rejected: count('rejected'),
    answered: count('answered'),
    isCut: read.length > DECISIONS_SUMMED,
    ...waitsOf(inWay('hand').map(waitedSeconds)),
  };
}

/** Median, 95th percentile and the bars of the chart for waits in seconds. */
export function waitsOf(seconds: number[]): Pick<DecisionSummary, 'medianSeconds' | 'p95Seconds' | 'waits'> {
  const sorted = seconds.toSorted((a, b) => a - b);
  const upTo = [...WAIT_STEPS_SECONDS, Infinity];
  return {
    medianSeconds: percentile(sorted, 0.5),
    p95Seconds: percentile(sorted, 0.95),
    waits: upTo.map((most, index) => {
      const least = upTo[index - 1] ?? -1;
      return sorted.filter((one) => one > least && one <= most).length;
    }),
  };
}

/** By nearest rank: the value is one of the waits. */
const percentile = (sorted: number[], part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? null;
