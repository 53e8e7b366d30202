import { TaskFailed } from '../lib/failures.ts';
import { stepId } from '../lib/step-id.ts';
import type { ModelTrouble } from '../model/model-trouble.ts';
import type { ModelWatch } from '../model/model-watch.ts';
import type { ReportQueue } from '../server/report-queue.ts';
import type { Notices } from './notices.ts';

/** What may pass is told when it has lasted so long: most of it is over with the agent's next try. */
const PASSING_MS = 5_000;
/** What does not pass by itself ends the task after so long, however often its agent goes on asking. */
const LASTING_MS = 60_000;

export interface TroubleOptions {
  watch: ModelWatch;
  task: { id: string; epoch: number };
  reports: Pick<ReportQueue, 'put'>;
  notices: Notices;
  /** How long trouble that may pass is waited for. */
  limitSeconds: number;
  onLimit(reason: string): void;
}

/**
 * Tells of trouble with the model, in the history and on the task, once for each that comes. The agent is waited for as long as it goes on
 * asking: until `limitSeconds` where the trouble may pass, else for a minute. Then the task fails, and can be reopened.
 */
export function tellOfTrouble(options: TroubleOptions): { stop(): void } {
  const { watch, task, reports, notices } = options;
  let known: ModelTrouble | null = null;
  let timers: NodeJS.Timeout[] = [];
  let isTold = false;
  let count = 0;

  const tell = (trouble: ModelTrouble) => {
    isTold = true;
    count += 1;
    const id = stepId(task.id, 'model trouble', String(task.epoch), String(count));
    reports.put({ id, type: 'planning', title: trouble.title, content: trouble.text });
    notices.model({ kind: 'model', text: `${trouble.title}. ${trouble.text}`, forSeconds: 0 });
  };
  const look = () => {
    if (watch.trouble === known) return;
    known = watch.trouble;
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    if (isTold) notices.model(null);
    isTold = false;
    if (known === null) return;
    const trouble = known;
    if (trouble.passes) timers.push(setTimeout(() => tell(trouble), PASSING_MS));
    else tell(trouble);
    const limit = trouble.passes ? options.limitSeconds * 1000 : LASTING_MS;
    timers.push(setTimeout(() => options.onLimit(endedBy(trouble)), limit));
    for (const timer of timers) timer.unref();
  };
  const forget = watch.onChange(look);
  look();
  return {
    stop() {
      forget();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Throws TaskFailed where an agent has given up because of its model: what it leaves undone must not count as done. */
export function failWhereInTrouble({ trouble }: Pick<ModelWatch, 'trouble'>): void {
  if (trouble !== null) throw new TaskFailed(endedBy(trouble));
}

function endedBy({ title, text }: ModelTrouble): string {
  return `${title}. ${text} The task can be reopened when that is mended; it goes on from where it is.`;
}
