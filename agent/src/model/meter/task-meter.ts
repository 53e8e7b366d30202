import { type BudgetLeft, costOf, type ModelTokens } from '@countersign/contract/agent';
import { createTokenSums, type TokenSums } from '../../lib/token-sums.ts';

/** What the models use for one task in this execution, and how much more its budget allows. */
export interface TaskMeter {
  readonly taskId: string;
  readonly sums: TokenSums;
  /** Null: unlimited. */
  readonly budget: BudgetLeft | null;
  /** True if nothing would be left even if all calls under way used nothing. */
  readonly isUsedUp: boolean;
  /** True for a budget in money with a model whose price is unknown: it cannot be enforced. */
  readonly isUnpriced: boolean;
  /** An approval allows this much more. */
  raise(by: number): void;
  /** How often it was raised since the task was claimed. */
  readonly raises: number;
  /** The task has been claimed with this budget; a model without a price costs what the task's `model` does. */
  claimed(budget: BudgetLeft | null, model: string): void;
  /** Called when a model call begins, when it ends, and when one waits for nothing but a larger budget. */
  listener: TaskMeterListener;
}

interface TaskMeterListener {
  onAsk?(): void;
  onUsed?(used: ModelTokens): void;
  onBlocked?(): void;
}

/** A task's meter, as the meter of all tasks uses it. */
export interface CountingTaskMeter extends TaskMeter {
  /** What would be left if calls under way used just this many tokens of input. */
  leftBeside(underWay: number): number;
  used(tokens: ModelTokens): void;
  report(number: number): TaskReport;
}

/** A task's part of a report. */
interface TaskReport {
  models: ModelTokens[];
  /** False if the server has it already. */
  isNews: boolean;
  /** The server has it, and says what is left of the budget; undefined: it says nothing about it. */
  heard(budget: BudgetLeft | null | undefined): void;
}

/** At zero, and not claimed yet. */
export function createTaskMeter(taskId: string, reports: () => number): CountingTaskMeter {
  const sums = createTokenSums();
  /** What the task is worked on with; when it is reopened, that may be another one. */
  let model = '';
  let budget: BudgetLeft | null = null;
  /** What had been spent when the server said what was left. */
  let known = 0;
  let spent = 0;
  let heard: ModelTokens[] = [];
  let heardTotal = 0;
  /** Answers to reports up to this one know less than is known already. */
  let lastHeard = 0;
  let raises = 0;

  const price = (name: string) => {
    const prices = budget?.prices ?? {};
    // Agents name models as they like, e.g. `constructor`, which every object has, and which is no price.
    return [name, model].flatMap((one) => (Object.hasOwn(prices, one) ? (prices[one] ?? []) : []))[0];
  };
  const costly = (tokens: ModelTokens) => {
    if (budget?.unit !== 'usd') return tokens.inputTokens + tokens.outputTokens;
    const found = price(tokens.model);
    return found === undefined ? 0 : costOf(tokens, found);
  };
  const spentOn = (models: readonly ModelTokens[]) => models.reduce((sum, one) => sum + costly(one), 0);
  const left = () => (budget === null ? Infinity : budget.left - (spent - known));
  const meter: CountingTaskMeter = {
    taskId,
    sums,
    listener: {},
    get budget() {
      return budget;
    },
    get isUsedUp() {
      return left() <= 0;
    },
    get isUnpriced() {
      return budget?.unit === 'usd' && price(model) === undefined;
    },
    get raises() {
      return raises;
    },
    raise(by) {
      raises += 1;
      if (budget === null) return;
      budget = { ...budget, left: budget.left + by };
      lastHeard = reports();
    },
    claimed(given, name) {
      budget = given;
      model = name;
      raises = 0;
      spent = spentOn(sums.models);
      // The server's sum includes what was reported to it by then.
      known = spentOn(heard);
      lastHeard = reports();
    },
    leftBeside(underWay) {
      return left() - costly({ model, inputTokens: underWay, outputTokens: 0, cachedTokens: 0 });
    },
    used(tokens) {
      sums.add(tokens);
      spent = spentOn(sums.models);
      meter.listener.onUsed?.(tokens);
    },
    report(number) {
      const { models, total } = sums;
      return {
        models,
        isNews: total > heardTotal,
        heard(given) {
          if (total > heardTotal) [heardTotal, heard] = [total, models];
          // Answers may overtake each other, and one from before an approval does not know of it.
          if (number <= lastHeard || given === undefined) return;
          lastHeard = number;
          budget = given;
          spent = spentOn(sums.models);
          known = spentOn(models);
        },
      };
    },
  };
  return meter;
}
