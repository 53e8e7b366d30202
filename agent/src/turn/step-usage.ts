import type { ModelTokens } from '@countersign/contract/agent';
import { createTokenSums, type TokenSums } from '../lib/token-sums.ts';
import type { ReportQueue } from '../server/report-queue.ts';

/** A step of the agent; the item that stands for it may change until it is recorded. */
interface UsingStep {
  readonly itemId: string;
}

/** Which steps the models' tokens have led to. */
export interface StepUsage {
  /** A model is asked: what the agent did before has nothing to do with what this uses. */
  asks(): void;
  /** A reply has used this: it belongs to the step that was begun while it came, or else to the next one. */
  used(tokens: ModelTokens): void;
  /** The agent has begun a step. */
  begins(step: UsingStep): void;
  /** The turn is over and recorded: usage that led to no step belongs to its last one, or to the first that comes. */
  turnEnds(): void;
}

/** Reports the usage through the report queue as soon as the step is recorded. */
export function createStepUsage({ reports }: { reports: Pick<ReportQueue, 'putUsage'> }): StepUsage {
  let open: UsingStep | null = null;
  let last: UsingStep | null = null;
  let unclaimed: ModelTokens[] = [];
  const sums = new Map<UsingStep, TokenSums>();
  const untold = new Set<UsingStep>();

  const add = (step: UsingStep, used: readonly ModelTokens[]) => {
    const sum = sums.get(step) ?? createTokenSums();
    for (const tokens of used) sum.add(tokens);
    sums.set(step, sum);
    untold.add(step);
  };
  const tell = () => {
    for (const step of untold) {
      if (reports.putUsage(step.itemId, sums.get(step)?.models ?? [])) untold.delete(step);
    }
  };
  return {
    asks: () => void (open = null),
    used(tokens) {
      if (open === null) unclaimed.push(tokens);
      else add(open, [tokens]);
      tell();
    },
    begins(step) {
      open = step;
      last = step;
      if (unclaimed.length > 0) add(step, unclaimed);
      unclaimed = [];
      tell();
    },
    turnEnds() {
      if (last !== null && unclaimed.length > 0) {
        add(last, unclaimed);
        unclaimed = [];
      }
      tell();
      untold.clear();
      sums.clear();
      [open, last] = [null, null];
    },
  };
}
