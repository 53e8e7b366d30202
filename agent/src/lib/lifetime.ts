import { deferred } from './deferred.ts';

/** Why an execution stops. It reports the reason in its exit call, unless it may make no more calls. */
export type EndReason = 'idle' | 'paused' | 'waiting' | 'deleted' | 'fenced' | 'terminated';

/** Thrown out of everything under way when the execution stops. */
export class Ended extends Error {
  override name = 'Ended';
  constructor(
    readonly reason: EndReason,
    /** The current task, if there was one. */
    readonly task: { taskId: string; epoch: number } | null = null,
  ) {
    super(`The execution ends: ${reason}`);
  }
}

/** The lifetime of one execution. It ends once; the first reason counts. */
export interface Lifetime {
  /** Aborted as soon as the execution stops: nothing new begins. */
  readonly work: AbortSignal;
  /** Aborted when nothing may be written any more. */
  readonly write: AbortSignal;
  readonly reason: EndReason | null;
  end(reason: EndReason): void;
}

/** How long to save what is already recorded after SIGTERM; the platform kills after 10 s. */
const JOURNAL_MS = 3_000;

export function createLifetime(): Lifetime {
  const work = new AbortController();
  const write = new AbortController();
  let reason: EndReason | null = null;
  return {
    work: work.signal,
    write: write.signal,
    get reason() {
      return reason;
    },
    end(why) {
      if (reason !== null && why !== 'fenced') return;
      reason = why;
      const error = new Ended(why);
      if (why === 'fenced' || why === 'deleted') write.abort(error);
      if (why === 'terminated') setTimeout(() => write.abort(error), JOURNAL_MS).unref();
      work.abort(error);
    },
  };
}

/** SIGTERM and SIGINT end the execution: what is recorded is still sent, nothing else. */
export function endOnSignals(life: Lifetime): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => life.end('terminated'));
}

/** The promise's outcome, or the signal's reason when that comes first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nothing awaits the promise any more, and an unhandled rejection would end the whole program.
  if (signal.aborted) promise.catch(() => undefined);
  signal.throwIfAborted();
  const aborted = deferred<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Waits; rejects with the signal's reason when it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return unlessAborted(new Promise<void>((resolve) => setTimeout(resolve, ms)), signal);
}
