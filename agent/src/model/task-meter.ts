import { type BudgetLeft, costOf, type ModelTokens } from '@countersign/contract/agent';
import { createTokenSums, type TokenSums } from '../lib/token-sums.ts';

/** What the models use for one task in this execution, and how much more its budget lets them use. */
export interface TaskMeter {
  readonly taskId: string;
  readonly sums: TokenSums;
  /** Null: as much as they like. */
  readonly budget: BudgetLeft | null;
  /** True where nothing would be left even if all calls that are under way used nothing. */
  readonly isUsedUp: boolean;
  /** True for a budget in money of a model whose price is not known: it cannot be kept. */
  readonly isUnpriced: boolean;
  /** An approval lets it use so much more. */
  raise(by: number): void;
  /** How often that was, since it was claimed. */
  readonly raises: number;
  /** The task is claimed, and its budget is this. */
  claimed(budget: BudgetLeft | null): void;
  /** Called when a call of the model begins, ends, and when one waits for nothing but a larger budget. */
  listener: TaskMeterListener;
}

interface TaskMeterListener {
  onAsk?(): void;
  onUsed?(used: ModelTokens): void;
  onBlocked?(): void;
}

/** The same for the meter of all tasks. */
export interface CountingTaskMeter extends TaskMeter {
  /** What would be left if calls of so many tokens, which are under way, used what was asked of the model. */
  leftBeside(underWay: number): number;
  used(tokens: ModelTokens): void;
  report(number: number): TaskReport;
}

/** What a report tells of a task. */
interface TaskReport {
  models: ModelTokens[];
  /** False where the server has heard it already. */
  isNews: boolean;
  /** The server has heard it, and says what is left of the budget; undefined: nothing about it. */
  heard(budget: BudgetLeft | null | undefined): void;
}

/** `model`: what the task is worked on with; one whose price is not known costs as much. */
export function createTaskMeter(taskId: string, model: string, reports: () => number): CountingTaskMeter {
  const sums = createTokenSums();
  let budget: BudgetLeft | null = null;
  /** What had been spent when the server said what is left. */
  let known = 0;
  let spent = 0;
  let heard: ModelTokens[] = [];
  let heardTotal = 0;
  /** Answers to reports up to this one know less than what is known already. */
  let lastHeard = 0;
  let raises = 0;

  const price = (name: string) => budget?.prices[name] ?? budget?.prices[model];
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
    claimed(given) {
      budget = given;
      raises = 0;
      spent = spentOn(sums.models);
      // What the server had heard by then is in what it says.
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
