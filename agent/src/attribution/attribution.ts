import type { Attribution as Told } from '@countersign/contract';
import type { Log } from '../server/log.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import type { FolderReplaced } from '../workspace/git/work-tree.ts';
import type { Files } from './files.ts';
import { parseState } from './saved-state.ts';
import { isReading, type Step } from './step.ts';
import { Tracker } from './tracker.ts';

/** Tracks which approved steps the changed files belong to (docs/design.md#every-change-accounted-for). */
export interface Attribution {
  /** The person is asked about this step. */
  asks(step: Step): void;
  rejects(id: string): void;
  /** An approval has arrived: begins a look at the files, to be passed to `opens`. */
  prepare(): Prepared;
  /** The step was approved. Its agent may be answered when this resolves, not before: the files were looked at then. */
  opens(step: Step, prepared?: Prepared): Promise<void>;
  /** The agent has just said that the step has ended. */
  closes(id: string): void;
  /** The agent has answered its prompt, or is gone: nothing it was allowed to do runs any more. */
  closesAll(): void;
  /** The turns are over: how exact the attribution was is settled from now on. */
  settle(): void;
  /** What to say about a commit that is to be published. Throws ProgramFailed. */
  ofCommit(checkout: Checkout, commit: string): Promise<Told>;
  /** What to say of approved files of a repository that git ignores; null if there are none. */
  ignored(checkout: Checkout): Promise<string | null>;
  /** The steps running now, to be passed to `saved`. */
  running(): ReadonlySet<string>;
  /** What is known just after the files were saved, as text; `since`: the steps that were running just before. */
  saved(since: ReadonlySet<string>): Promise<string>;
  /** Resolves when nothing looks at the files any more: a look keeps files of its own beside them. */
  ended(): Promise<void>;
}

/** A look at the files, possibly still under way. */
export interface Prepared {
  looked: Promise<boolean>;
  at: number;
}

export interface AttributionOptions {
  files: Files;
  /** What an earlier run saved; null where there is nothing. */
  saved: string | null;
  log: Log;
  /** Told when something else is in the place of a repository's folder: the task cannot go on. */
  onReplaced?: (reason: FolderReplaced) => void;
  now?: () => number;
}

/** A look begun longer than this before the agent gets its answer is repeated, milliseconds. */
const FRESH_MS = 250;

/** Starts from what an earlier run saved and from the files as they are now. */
export function createAttribution({ files, saved, log, onReplaced, now = Date.now }: AttributionOptions): Attribution {
  const tracker = new Tracker({ files, state: parseState(saved), log, onReplaced, now });
  let hasOpened = false;
  let work: Promise<unknown> = Promise.resolve();
  /** Runs steps one after the other, in the order in which they were reported. */
  const inOrder = <T>(step: () => T | Promise<T>): Promise<T> => {
    const done = work.then(step);
    work = done.catch((error: unknown) => log(`The files could not be attributed: ${String(error)}`));
    return done;
  };
  const later = (step: () => void | Promise<void>): void => void inOrder(step).catch(() => undefined);

  later(() => tracker.begin());
  return {
    asks: (step) => later(() => tracker.ask(step)),
    rejects: (id) => later(() => tracker.reject(id)),
    prepare: () => ({ looked: inOrder(() => tracker.look()), at: now() }),
    async opens(step, prepared) {
      if (isReading(step)) return;
      const isFresh = prepared !== undefined && (await prepared.looked) && now() - prepared.at < FRESH_MS;
      hasOpened = true;
      await inOrder(() => tracker.open(step, isFresh)).catch(() => undefined);
    },
    closes(id) {
      const at = now();
      later(() => tracker.close(id, at));
    },
    closesAll() {
      const at = now();
      later(() => tracker.closeAll(at));
    },
    settle: () => later(() => tracker.settle(hasOpened)),
    ofCommit: (checkout, commit) => inOrder(() => tracker.ofCommit(checkout, commit)),
    ignored: (checkout) => inOrder(() => tracker.ignored(checkout)),
    running: () => tracker.running,
    saved: (since) => inOrder(() => tracker.saved(since)),
    ended: () => inOrder(() => undefined),
  };
}
