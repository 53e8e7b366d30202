import { TaskFailed } from '../../lib/failures.ts';
import type { ModelTrouble } from '../../model/model-trouble.ts';
import type { ModelWatch } from '../../model/model-watch.ts';
import type { ToldWaits } from '../../server/told-waits.ts';

/** Passing trouble is reported once it has lasted this long: most of it is over with the agent's next try. */
const PASSING_MS = 5_000;
/** Lasting trouble ends the task after this long, however often its agent asks again. */
const LASTING_MS = 60_000;

export interface TroubleOptions {
  watch: ModelWatch;
  waits: Pick<ToldWaits, 'begin'>;
  /** How long to wait for trouble to pass. */
  limitSeconds: number;
  onLimit(reason: string): void;
}

/**
 * Reports trouble with the model, in the history and on the task, once each time. While the agent goes on asking, it is
 * waited for: until `limitSeconds` if the trouble may pass, else a minute. Then the task fails; it can be reopened.
 */
export function tellOfTrouble(options: TroubleOptions): { stop(): void } {
  const { watch, waits } = options;
  let known: ModelTrouble | null = null;
  let timers: NodeJS.Timeout[] = [];
  let end: () => void = () => undefined;

  const tell = ({ title, text }: ModelTrouble, since: number) => {
    end = waits.begin({ kind: 'model', title, text: `${title}. ${text}` }, since);
  };
  const look = () => {
    if (watch.trouble === known) return;
    known = watch.trouble;
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    end();
    end = () => undefined;
    if (known === null) return;
    const trouble = known;
    const since = Date.now();
    if (trouble.passes) timers.push(setTimeout(() => tell(trouble, since), PASSING_MS));
    else tell(trouble, since);
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

/** Throws TaskFailed if an agent gave up because of its model: what it leaves undone must not count as done. */
export function failWhereInTrouble({ trouble }: Pick<ModelWatch, 'trouble'>): void {
  if (trouble !== null) throw new TaskFailed(endedBy(trouble));
}

function endedBy({ title, text }: ModelTrouble): string {
  return `${title}. ${text} Once this is fixed, the task can be reopened; it continues from where it is.`;
}
