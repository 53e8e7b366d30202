import { TASKS_TOLD_MAX } from '@countersign/contract';
import { TOKENS_MAX, type BudgetLeft, type ModelTokens } from '@countersign/contract/agent';
import { createTokenSums } from '../../lib/token-sums.ts';
import type { UsageReport, UsageReports } from '../../server/usage-report.ts';
import { createDayAllowance } from './day-allowance.ts';
import { toTokens, type MeteredCall } from './metered-call.ts';
import { createTaskMeter, type CountingTaskMeter, type TaskMeter } from './task-meter.ts';

/** What the models of this execution have used, and how much more they may use. */
export interface ModelMeter extends UsageReports {
  /** True if the server knows everything that was counted. */
  readonly isTold: boolean;
  /** True if nothing would be left of the day even if all calls under way used nothing. */
  readonly isUsedUp: boolean;
  /** Calls that begin from now on belong to this task. `model` is what it is worked on with. */
  workFor(task: { id: string; budget: BudgetLeft | null; model: string }): TaskMeter;
  /** Calls belong to no task any more. */
  stopWork(): void;
  /** Begins a call of about this many tokens; null if nothing is left for it. */
  begin(estimate: number, model?: string | null): MeteredCall | null;
  /** Begins a call once something is left for it, in the order of asking. Rejects with the signal's reason. */
  whenLeft(estimate: number, signal: AbortSignal, model?: string | null): Promise<MeteredCall>;
  /** Counts, for the current task, tokens that no call of the model has reported. */
  countBeside(tokens: ModelTokens): void;
  /** The cap, in the server's words; null if nothing is limited. */
  readonly message: string | null;
}

/** A call that is to begin. */
interface Asked {
  estimate: number;
  model: string;
  task: CountingTaskMeter | null;
}

interface Waiting extends Asked {
  begin: (call: MeteredCall) => void;
}

/** The name of a model that has none. */
const UNNAMED = 'unnamed model';

/** A meter at zero, without a limit until the server sets one. */
export function createModelMeter(): ModelMeter {
  return new Meter();
}

class Meter implements ModelMeter {
  private readonly used = { inputTokens: 0, outputTokens: 0 };
  private readonly byModel = createTokenSums();
  /** By id, the last one worked on at the end. */
  private readonly tasks = new Map<string, CountingTaskMeter>();
  private current: CountingTaskMeter | null = null;
  /** In the order of asking. */
  private readonly waiting: Waiting[] = [];
  /** What the calls under way were estimated at. */
  private underWay = 0;
  private readonly day = createDayAllowance();
  /** How many reports were made; the last one's number. */
  private reports = 0;
  /** How many tokens the server knows of. */
  private told = 0;

  get isTold(): boolean {
    return this.told === this.total;
  }

  get isUsedUp(): boolean {
    return this.day.leftAt(this.total) <= 0;
  }

  get message(): string | null {
    return this.day.message;
  }

  workFor({ id, budget, model }: { id: string; budget: BudgetLeft | null; model: string }): TaskMeter {
    const found = this.tasks.get(id) ?? createTaskMeter(id, () => this.reports);
    this.tasks.delete(id);
    this.tasks.set(id, found);
    found.listener = {};
    found.claimed(budget, model);
    this.current = found;
    return found;
  }

  stopWork(): void {
    if (this.current !== null) this.current.listener = {};
    this.current = null;
  }

  begin(estimate: number, model?: string | null): MeteredCall | null {
    const call = this.asked(estimate, model);
    return this.mayBegin(call) ? this.start(call) : null;
  }

  whenLeft(estimate: number, signal: AbortSignal, model?: string | null): Promise<MeteredCall> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { ...this.asked(estimate, model), begin: resolve };
      const giveUp = () => {
        const place = this.waiting.indexOf(one);
        if (place === -1) return;
        this.waiting.splice(place, 1);
        reject(signal.reason);
      };
      this.waiting.push(one);
      this.letGo();
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  countBeside(tokens: ModelTokens): void {
    this.count(tokens, this.current);
    this.letGo();
  }

  report(): UsageReport {
    this.reports += 1;
    const number = this.reports;
    const known = this.total;
    const ofTasks = [...this.tasks.values()]
      .reverse()
      .map((task) => ({ taskId: task.taskId, report: task.report(number) }));
    const news = ofTasks.filter(({ report }) => report.isNews).slice(0, TASKS_TOLD_MAX);
    const byTask = news.map(({ taskId, report: { models } }) => ({ taskId, models }));
    const parts = { models: this.byModel.models, ...(byTask.length === 0 ? {} : { tasks: byTask }) };
    return {
      body: known === 0 ? {} : { usage: { ...this.used, ...parts } },
      heard: (allowance, budgets = []) => {
        this.told = Math.max(this.told, known);
        for (const one of new Set([...news, ...ofTasks.slice(0, 1)])) {
          one.report.heard(budgets.find(({ taskId }) => taskId === one.taskId)?.budget);
        }
        if (allowance !== undefined) this.day.heard(number, allowance, known);
        this.letGo();
      },
    };
  }

  private get total(): number {
    return this.used.inputTokens + this.used.outputTokens;
  }

  private asked(estimate: number, model: string | null | undefined): Asked {
    return { estimate, model: model || UNNAMED, task: this.current };
  }

  private mayBegin({ task }: Pick<Asked, 'task'>): boolean {
    // Requests under way have used tokens that are not reported yet: at least those of the request itself.
    const isLeftOfDay = this.day.leftAt(this.total) - this.underWay > 0;
    return isLeftOfDay && (task === null || task.leftBeside(this.underWay) > 0);
  }

  private start({ estimate, model, task }: Asked): MeteredCall {
    this.underWay += estimate;
    task?.listener.onAsk?.();
    let isSettled = false;
    return {
      settle: (what) => {
        if (isSettled) return;
        isSettled = true;
        this.underWay -= estimate;
        if (what !== null) this.count(toTokens(model, what), task);
        this.letGo();
      },
    };
  }

  private count(tokens: ModelTokens, task: CountingTaskMeter | null): void {
    const { used } = this;
    used.inputTokens = Math.min(used.inputTokens + tokens.inputTokens, TOKENS_MAX);
    used.outputTokens = Math.min(used.outputTokens + tokens.outputTokens, TOKENS_MAX);
    this.byModel.add(tokens);
    task?.used(tokens);
  }

  /** Begins the waiting calls for which something is left by now. */
  private letGo(): void {
    for (;;) {
      const place = this.waiting.findIndex((call) => this.mayBegin(call));
      const [next] = place === -1 ? [] : this.waiting.splice(place, 1);
      if (next === undefined) break;
      next.begin(this.start(next));
    }
    const blocked = new Set(this.waiting.map((one) => one.task));
    for (const task of blocked) if (task?.isUsedUp) task.listener.onBlocked?.();
  }
}
