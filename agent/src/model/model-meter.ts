import { TASKS_TOLD_MAX } from '@countersign/contract';
import type { BudgetLeft, ModelTokens } from '@countersign/contract/agent';
import { createTokenSums } from '../lib/token-sums.ts';
import type { UsageReports } from '../server/usage-report.ts';
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

/** What a call has used. */
interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  /** The part of the input that the provider read from its cache. */
  cachedTokens?: number;
}

/** A call that is under way. */
export interface MeteredCall {
  /** What it used in the end; null for nothing. Only the first call counts. */
  settle(used: CallUsage | null): void;
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

/** The contract's maximum; a larger sum would have every heartbeat refused. */
const MOST_TOKENS = 1_000_000_000_000;
/** The name of a model that has none. */
const UNNAMED = 'unnamed model';

/** A meter at zero, without a limit until the server sets one. */
export function createModelMeter(): ModelMeter {
  const used = { inputTokens: 0, outputTokens: 0 };
  const byModel = createTokenSums();
  /** By id, the last one worked on at the end. */
  const tasks = new Map<string, CountingTaskMeter>();
  const waiting: Waiting[] = [];
  let current: CountingTaskMeter | null = null;
  let underWay = 0;
  /** `known`: what the server had counted when it gave the allowance. */
  let allowed: { tokensLeft: number | null; message: string | null; known: number } | null = null;
  let reports = 0;
  let lastHeard = 0;
  let told = 0;

  const total = () => used.inputTokens + used.outputTokens;
  const unused = () => (allowed?.tokensLeft ?? Infinity) - (total() - (allowed?.known ?? 0));
  // Calls under way have used something already, nobody knows how much: at least their request.
  const mayBegin = ({ task }: Pick<Asked, 'task'>) =>
    unused() - underWay > 0 && (task === null || task.leftBeside(underWay) > 0);
  const start = ({ estimate, model, task }: Asked): MeteredCall => {
    underWay += estimate;
    task?.listener.onAsk?.();
    let isSettled = false;
    return {
      settle(what) {
        if (isSettled) return;
        isSettled = true;
        underWay -= estimate;
        if (what !== null) count(toTokens(model, what), task);
        letGo();
      },
    };
  };
  const count = (tokens: ModelTokens, task: CountingTaskMeter | null) => {
    used.inputTokens = Math.min(used.inputTokens + tokens.inputTokens, MOST_TOKENS);
    used.outputTokens = Math.min(used.outputTokens + tokens.outputTokens, MOST_TOKENS);
    byModel.add(tokens);
    task?.used(tokens);
  };
  const letGo = () => {
    for (;;) {
      const place = waiting.findIndex(mayBegin);
      const [next] = place === -1 ? [] : waiting.splice(place, 1);
      if (next === undefined) break;
      next.begin(start(next));
    }
    for (const task of new Set(waiting.map((one) => one.task))) if (task?.isUsedUp) task.listener.onBlocked?.();
  };
  const asked = (estimate: number, model: string | null | undefined): Asked => ({
    estimate,
    model: model || UNNAMED,
    task: current,
  });

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
    workFor(task) {
      const found = tasks.get(task.id) ?? createTaskMeter(task.id, task.model, () => reports);
      tasks.delete(task.id);
      tasks.set(task.id, found);
      found.listener = {};
      found.claimed(task.budget);
      current = found;
      return found;
    },
    stopWork() {
      if (current !== null) current.listener = {};
      current = null;
    },
    report() {
      reports += 1;
      const number = reports;
      const known = total();
      const ofTasks = [...tasks.values()]
        .reverse()
        .map((task) => ({ taskId: task.taskId, report: task.report(number) }));
      const news = ofTasks.filter(({ report }) => report.isNews).slice(0, TASKS_TOLD_MAX);
      const byTask = news.map(({ taskId, report: { models } }) => ({ taskId, models }));
      const parts = { models: byModel.models, ...(byTask.length === 0 ? {} : { tasks: byTask }) };
      return {
        body: known === 0 ? {} : { usage: { ...used, ...parts } },
        heard(allowance, budgets = []) {
          told = Math.max(told, known);
          for (const one of new Set([...news, ...ofTasks.slice(0, 1)])) {
            one.report.heard(budgets.find(({ taskId }) => taskId === one.taskId)?.budget);
          }
          // Answers may overtake each other: an older one knows less.
          const isNews = number >= lastHeard && allowance !== undefined;
          if (isNews) {
            lastHeard = number;
            allowed = { ...allowance, known };
          }
          letGo();
        },
      };
    },
    countBeside(tokens) {
      count(tokens, current);
      letGo();
    },
    begin(estimate, model) {
      const call = asked(estimate, model);
      return mayBegin(call) ? start(call) : null;
    },
    whenLeft: (estimate, signal, model) =>
      new Promise((resolve, reject) => {
        const one: Waiting = { ...asked(estimate, model), begin: resolve };
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

function toTokens(model: string, { inputTokens, outputTokens, cachedTokens = 0 }: CallUsage): ModelTokens {
  return { model, inputTokens, outputTokens, cachedTokens: Math.min(cachedTokens, inputTokens) };
}
