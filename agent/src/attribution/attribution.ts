import type { Attribution as Told } from '@countersign/contract';
import type { Log } from '../server/log.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import { digestOf, normal } from './changes.ts';
import { prefixOf, timesOf, type Files } from './files.ts';
import { createLedger, type Fit } from './ledger.ts';
import { stillThere, withoutApproved } from './rejected.ts';
import { parseState } from './saved-state.ts';
import { changesAsked, isReading, windowOf, type Step } from './step.ts';
import { createStopwatch, SLOW } from './stopwatch.ts';
import { summaryOf } from './summary.ts';

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
  /** The steps running now, to be passed to `saved`. */
  running(): ReadonlySet<string>;
  /** What is known just after the files were saved, as text; `since`: the steps that were running just before. */
  saved(since: ReadonlySet<string>): Promise<string>;
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
  now?: () => number;
}

/** A look begun longer than this before the agent gets its answer is repeated, milliseconds. */
const FRESH_MS = 250;
/** Attempts at a look: a file may vanish during one while an agent is at work. */
const ATTEMPTS = 4;
/** How many undecided steps are kept. */
const OPEN_QUESTIONS = 100;

const TOO_MUCH = 'Too much has changed to check which approved steps it belongs to.';

/** Starts from what an earlier run saved and from the files as they are now. */
export function createAttribution({ files, saved, log, now = Date.now }: AttributionOptions): Attribution {
  const state = parseState(saved);
  const ledger = createLedger(state.ledger);
  const stopwatch = createStopwatch();
  let hasOpened = false;
  let work: Promise<unknown> = Promise.resolve();
  /** Runs steps one after the other, in the order in which they were reported. */
  const inOrder = <T>(step: () => T | Promise<T>): Promise<T> => {
    const done = work.then(step);
    work = done.catch((error: unknown) => log(`The files could not be attributed: ${String(error)}`));
    return done;
  };
  const later = (step: () => void | Promise<void>): void => void inOrder(step).catch(() => undefined);

  /**
   * False where the files could not be looked at, so that nobody knows when they changed. `isPlaced`: the files' times
   * say nothing about steps.
   */
  const look = async (
    about: { ended?: { id: string; at: number } | undefined; isPlaced?: boolean } = {},
  ): Promise<boolean> => {
    const done = stopwatch.start();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const found = await files.look();
        const changedAt = about.isPlaced ? new Map<string, number>() : await newsTimes(found.files);
        ledger.look(found, { changedAt, ended: about.ended });
        done();
        return true;
      } catch (error) {
        if (attempt < ATTEMPTS) continue;
        log(`The files could not be checked: ${String(error)}`);
        return false;
      }
    }
  };

  const newsTimes = (found: ReadonlyMap<string, string>) => {
    // While no step runs, it does not matter when a file was changed.
    if (state.ledger.windows.length === 0) return new Map<string, number>();
    const news = [...found].filter(([file, content]) => state.ledger.files[file]?.content !== content);
    return timesOf(
      files,
      news.map(([file]) => file),
    );
  };

  const close = async (id: string, at?: number): Promise<void> => {
    const open = state.ledger.windows.find((one) => one.id === id);
    if (open === undefined) return;
    await look(at === undefined ? { isPlaced: true } : { ended: { id, at } });
    const fits = new Map<string, Fit>();
    for (const [file, { expected, isWhole }] of Object.entries(open.declared ?? {})) {
      const holds = expected === null || expected.includes(digestOf(normal((await files.read(file)) ?? '')));
      if (holds) fits.set(file, isWhole ? 'whole' : 'part');
    }
    ledger.close(id, fits);
  };
  const closeAll = async (at?: number): Promise<void> => {
    for (const { id } of [...state.ledger.windows]) await close(id, at);
  };

  later(async () => {
    // The saved state is a little younger than the saved files: where they differ, the reason is unknown unless a step
    // ran all the time. The files were put here just now, so their times say nothing.
    await look({ isPlaced: true });
    stopwatch.forget();
    await closeAll();
  });

  return {
    asks: (step) =>
      later(async () => {
        const changes = await changesAsked(step, files);
        if (changes.length === 0) return;
        const others = state.asked.filter(({ id }) => id !== step.id).slice(-OPEN_QUESTIONS);
        state.asked = [...others, { id: step.id, title: step.title, changes }];
      }),
    rejects: (id) =>
      later(() => {
        const asked = state.asked.find((step) => step.id === id);
        state.asked = state.asked.filter((step) => step !== asked);
        if (asked !== undefined) state.rejected.push(asked);
      }),
    prepare: () => ({ looked: inOrder(() => look()), at: now() }),
    async opens(step, prepared) {
      if (isReading(step)) return;
      const isFresh = prepared !== undefined && (await prepared.looked) && now() - prepared.at < FRESH_MS;
      hasOpened = true;
      const open = async () => {
        const isLooked = isFresh || (await look());
        const asked = state.asked.find(({ id }) => id === step.id) ?? { changes: await changesAsked(step, files) };
        state.asked = state.asked.filter(({ id }) => id !== step.id);
        state.rejected = withoutApproved(state.rejected, asked.changes);
        const begun = await windowOf(step, files);
        ledger.open(begun, now(), isLooked);
      };
      await inOrder(open).catch(() => undefined);
    },
    closes(id) {
      const at = now();
      later(() => close(id, at));
    },
    closesAll() {
      const at = now();
      later(() => closeAll(at));
    },
    settle: () =>
      later(() => {
        // If no step has begun since, what was said of earlier ones stands: the same work is asked about in the same
        // words.
        if (hasOpened) state.isSlow = stopwatch.isSlow;
        if (stopwatch.words !== null) log(stopwatch.words);
      }),
    ofCommit: (checkout, commit) =>
      inOrder(async () => {
        const prefix = prefixOf(checkout);
        const committed = await files.inCommit(checkout, commit);
        if (committed === null) return { ...summaryOf(new Map(), {}), rejected: [], notes: [TOO_MUCH] };
        const others = Object.entries(state.ledger.files).filter(([file]) => !file.startsWith(prefix));
        const asKnown = others.map(([file, { content }]) => [file, content] as const);
        ledger.look({ files: new Map([...asKnown, ...committed.files]), gone: committed.gone });
        const known = new Map(
          [...committed.files.keys()].flatMap((file) => {
            const one = state.ledger.files[file];
            return one === undefined ? [] : [[file.slice(prefix.length), one] as const];
          }),
        );
        const rejected = await stillThere(state.rejected, known, prefix, files.read);
        return { ...summaryOf(known, state.ledger.titles), rejected, notes: state.isSlow ? [SLOW] : [] };
      }),
    running: () => new Set(state.ledger.windows.map(({ id }) => id)),
    saved: (since) =>
      inOrder(async () => {
        const before = state.ledger.windows.filter(({ id, isThroughout }) => isThroughout && since.has(id));
        const throughout = new Set(before.map(({ id }) => id));
        await look();
        const windows = state.ledger.windows.map((open) => ({ ...open, isThroughout: throughout.has(open.id) }));
        return JSON.stringify({ ...state, ledger: { ...state.ledger, windows } });
      }),
  };
}
