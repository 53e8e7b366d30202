import { TaskFailed } from '../../lib/failures.ts';
import type { ModelTrouble } from '../../model/trouble/model-trouble.ts';
import type { ModelWatch } from '../../model/trouble/model-watch.ts';
import type { ToldWaits } from '../../server/told-waits.ts';

/** Passing trouble is reported once it has lasted this long: most of it is over with the agent's next try. */
const PASSING_MS = 5_000;
/** Lasting trouble ends the task after this long, however often its agent asks again. */
const LASTING_MS = 60_000;
/** How often it is looked whether a reply that is on its way then has ended. */
const ANNOUNCED_MS = 1_000;

export interface TroubleOptions {
  watch: ModelWatch;
  waits: Pick<ToldWaits, 'begin'>;
  /** How long to wait for trouble to pass. */
  limitSeconds: number;
  onLimit(reason: string): void;
}

/**
 * Reports trouble with the model, in the history and on the task, once each time. While the agent goes on asking, it is
 * waited for: until `limitSeconds` if the trouble may pass, else a minute, and longer, until `limitSeconds`, where a reply
 * is on its way then. Then the task fails; it can be reopened. Trouble that changes its kind is still the same wait, in
 * other words: only an answer of the model ends it.
 */
export function tellOfTrouble(options: TroubleOptions): { stop(): void } {
  const { watch } = options;
  let known: ModelTrouble | null = null;
  let wait: TroubleWait | null = null;
  const look = () => {
    if (watch.trouble === known) return;
    known = watch.trouble;
    if (known === null) {
      wait?.stop();
      wait = null;
    } else {
      wait ??= beginWait(options);
      wait.turnTo(known);
    }
  };
  const forget = watch.onChange(look);
  look();
  return {
    stop() {
      forget();
      wait?.stopTimers();
    },
  };
}

/** A time in which the model does not answer. */
interface TroubleWait {
  turnTo(trouble: ModelTrouble): void;
  stop(): void;
  stopTimers(): void;
}

function beginWait({ watch, waits, limitSeconds, onLimit }: TroubleOptions): TroubleWait {
  const since = Date.now();
  /** When trouble that may pass, and trouble that lasts, first began. */
  const first: { passing?: number; lasting?: number } = {};
  let timers: NodeJS.Timeout[] = [];
  let told: (() => void) | null = null;
  let hasEnded = false;
  const stopTimers = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  const at = (time: number, act: () => void) => {
    const timer = setTimeout(act, Math.max(0, time - Date.now()));
    timer.unref();
    timers.push(timer);
  };
  const tell = ({ title, text, meanwhile }: ModelTrouble) => {
    // An earlier line with other words keeps its own duration in the history.
    const from = told === null ? since : Date.now();
    told?.();
    told = waits.begin(
      { kind: 'model', title, text: [`${title}.`, text, meanwhile].filter(Boolean).join(' ') },
      from,
      since,
    );
  };
  const giveUp = (trouble: ModelTrouble, latest: number) => {
    // A model may think for minutes before its first word.
    if (watch.isAnnounced && Date.now() < latest)
      return at(Math.min(latest, Date.now() + ANNOUNCED_MS), () => giveUp(trouble, latest));
    if (!hasEnded) onLimit(endedBy(trouble));
    hasEnded = true;
  };
  return {
    turnTo(trouble) {
      first[trouble.passes ? 'passing' : 'lasting'] ??= Date.now();
      stopTimers();
      if (!trouble.passes || told !== null || Date.now() - since >= PASSING_MS) tell(trouble);
      else at(since + PASSING_MS, () => tell(trouble));
      const { passing = Infinity, lasting = Infinity } = first;
      const limit = passing + limitSeconds * 1000;
      const latest = Math.min(passing, lasting) + limitSeconds * 1000;
      at(trouble.passes ? limit : Math.min(limit, lasting + LASTING_MS), () => giveUp(trouble, latest));
    },
    stop() {
      stopTimers();
      told?.();
    },
    stopTimers,
  };
}

/** Throws TaskFailed if an agent gave up because of its model: what it leaves undone must not count as done. */
export function failWhereInTrouble({ trouble }: Pick<ModelWatch, 'trouble'>): void {
  if (trouble !== null) throw new TaskFailed(endedBy(trouble));
}

function endedBy({ title, text }: ModelTrouble): string {
  return `${title}. ${text} Once this is fixed, the task can be reopened; it continues from where it is.`;
}
