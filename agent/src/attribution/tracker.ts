import type { Attribution as Told } from '@countersign/contract';
import { TookTooLong } from '../lib/run-program.ts';
import type { Log } from '../server/log.ts';
import type { Checkout } from '../workspace/git/checkout.ts';
import { FolderReplaced } from '../workspace/git/work-tree.ts';
import { approvedStill, ignoredApproved } from './approved-files.ts';
import { digestOf, normal } from './changes.ts';
import { prefixOf, timesOf, type Files } from './files.ts';
import { createLedger, type Fit, type Ledger } from './ledger.ts';
import { stillThere, withoutApproved } from './rejected.ts';
import type { AttributionState } from './saved-state.ts';
import { changesAsked, passagesOf, windowOf, type Step } from './step.ts';
import { createStopwatch, SLOW } from './stopwatch.ts';
import { summaryOf } from './summary.ts';

/** Attempts at a look: a file may vanish during one while an agent is at work. */
const ATTEMPTS = 4;
/** How many undecided steps are kept. */
const OPEN_QUESTIONS = 100;

const TOO_MUCH = 'Too much has changed to check which approved steps it belongs to.';

/** What a look is about. */
interface Look {
  ended?: { id: string; at: number } | undefined;
  /** The files' times say nothing about steps. */
  isPlaced?: boolean;
}

export interface TrackerOptions {
  files: Files;
  state: AttributionState;
  log: Log;
  onReplaced?: ((reason: FolderReplaced) => void) | undefined;
  now: () => number;
}

/**
 * Who has changed which files, as far as that is known: the state, and the looks at the files that it follows from. A
 * method may be called only when the one before has ended; `createAttribution` sees to that.
 */
export class Tracker {
  private readonly state: AttributionState;
  private readonly ledger: Ledger;
  private readonly stopwatch = createStopwatch();
  /** The passages of each step that began in this run and has not ended, by its id. */
  private readonly passages = new Map<string, Awaited<ReturnType<typeof passagesOf>>>();

  /** Goes on from `state`, which it changes. */
  constructor(private readonly options: TrackerOptions) {
    this.state = options.state;
    this.ledger = createLedger(options.state.ledger);
  }

  /** The steps running now. */
  get running(): ReadonlySet<string> {
    return new Set(this.state.ledger.windows.map(({ id }) => id));
  }

  /** Takes the files as they were put here just now, with what was saved about them. */
  async begin(): Promise<void> {
    // The saved state is a little younger than the saved files: where they differ, the reason is unknown unless a step
    // ran all the time. The files were put here just now, so their times say nothing.
    await this.look({ isPlaced: true });
    this.stopwatch.forget();
    await this.closeAll();
  }

  /** False where the files could not be looked at, so that when they changed is unknown. */
  async look({ ended, isPlaced = false }: Look = {}): Promise<boolean> {
    const { files, log, onReplaced } = this.options;
    const done = this.stopwatch.start();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const found = await files.look();
        const changedAt = isPlaced ? new Map<string, number>() : await this.newsTimes(found.files);
        this.ledger.look(found, { changedAt, ended });
        done();
        return true;
      } catch (error) {
        const isReplaced = error instanceof FolderReplaced;
        if (attempt < ATTEMPTS && !(error instanceof TookTooLong) && !isReplaced) continue;
        if (isReplaced) onReplaced?.(error);
        log(`The files could not be checked: ${String(error)}`);
        return false;
      }
    }
  }

  private async newsTimes(found: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, number>> {
    const known = this.state.ledger;
    // While no step runs, it does not matter when a file was changed.
    if (known.windows.length === 0) return new Map<string, number>();
    const news = [...found].filter(([file, content]) => known.files[file]?.content !== content);
    return timesOf(
      this.options.files,
      news.map(([file]) => file),
    );
  }

  /** The person is asked about this step. */
  async ask(step: Step): Promise<void> {
    const changes = await changesAsked(step, this.options.files);
    if (changes.length === 0) return;
    const others = this.state.asked.filter(({ id }) => id !== step.id).slice(-OPEN_QUESTIONS);
    this.state.asked = [...others, { id: step.id, title: step.title, changes }];
  }

  /** It was rejected. */
  reject(id: string): void {
    const asked = this.state.asked.find((step) => step.id === id);
    this.state.asked = this.state.asked.filter((step) => step !== asked);
    if (asked !== undefined) this.state.rejected.push(asked);
  }

  /** It was approved and may begin. `isFresh`: the files were looked at just now. */
  async open(step: Step, isFresh: boolean): Promise<void> {
    const { files, now } = this.options;
    const { state } = this;
    const isLooked = isFresh || (await this.look());
    const asked = state.asked.find(({ id }) => id === step.id) ?? { changes: await changesAsked(step, files) };
    state.asked = state.asked.filter(({ id }) => id !== step.id);
    state.rejected = withoutApproved(state.rejected, asked.changes);
    const begun = await windowOf(step, files);
    this.passages.set(step.id, await passagesOf(step, files));
    this.ledger.open(begun, now(), isLooked);
  }

  /** It has ended, at this time if that is known. */
  async close(id: string, at?: number): Promise<void> {
    const open = this.state.ledger.windows.find((one) => one.id === id);
    if (open === undefined) return;
    await this.look(at === undefined ? { isPlaced: true } : { ended: { id, at } });
    const passages = this.passages.get(id);
    const isOfThisRun = this.passages.delete(id);
    const fits = new Map<string, Fit>();
    for (const [file, { expected, isWhole }] of Object.entries(open.declared ?? {})) {
      const held = expected === null ? '' : ((await this.options.files.read(file)) ?? '');
      const isExpected = expected === null || expected.includes(digestOf(normal(held)));
      if (isExpected || passages?.get(file)?.(held) === true) fits.set(file, isWhole ? 'whole' : 'part');
    }
    this.ledger.close(id, fits);
    this.state.approved = await approvedStill(this.state, [...fits.keys()], {
      mayForget: isOfThisRun,
      files: this.options.files,
    });
  }

  /** All of them have. */
  async closeAll(at?: number): Promise<void> {
    for (const id of this.running) await this.close(id, at);
  }

  /** The turns are over. `hasOpened`: a step has begun in this run. */
  settle(hasOpened: boolean): void {
    // If no step has begun since, what was said of earlier ones stands: the same work is asked about in the same words.
    if (hasOpened) this.state.isSlow = this.stopwatch.isSlow;
    if (this.stopwatch.words !== null) this.options.log(this.stopwatch.words);
  }

  /** What to say about a commit. Throws ProgramFailed. */
  async ofCommit(checkout: Checkout, commit: string): Promise<Told> {
    const { files } = this.options;
    const { state } = this;
    const prefix = prefixOf(checkout);
    const committed = await files.inCommit(checkout, commit);
    if (committed === null)
      return { ...summaryOf(new Map(), {}), rejected: [], notes: said([TOO_MUCH, await this.ignored(checkout)]) };
    const others = Object.entries(state.ledger.files).filter(([file]) => !file.startsWith(prefix));
    const asKnown = others.map(([file, { content }]) => [file, content] as const);
    this.ledger.look({ files: new Map([...asKnown, ...committed.files]), gone: committed.gone });
    const known = new Map(
      [...committed.files.keys()].flatMap((file) => {
        const one = state.ledger.files[file];
        return one === undefined ? [] : [[file.slice(prefix.length), one] as const];
      }),
    );
    const rejected = await stillThere(state.rejected, known, prefix, files.read);
    const notes = said([state.isSlow ? SLOW : null, await this.ignored(checkout)]);
    return { ...summaryOf(known, state.ledger.titles), rejected, notes };
  }

  /**
   * What to say of approved files of a repository that git ignores; null if there are none, or if git did not answer.
   */
  async ignored(checkout: Checkout): Promise<string | null> {
    const { files, log } = this.options;
    try {
      return await ignoredApproved(this.state, checkout, files);
    } catch (error) {
      log(`It could not be checked which approved files are ignored: ${String(error)}`);
      return null;
    }
  }

  /** What is known just after the files were saved, as text; `since`: the steps that were running just before. */
  async saved(since: ReadonlySet<string>): Promise<string> {
    const { state } = this;
    const before = state.ledger.windows.filter(({ id, isThroughout }) => isThroughout && since.has(id));
    const throughout = new Set(before.map(({ id }) => id));
    await this.look();
    const windows = state.ledger.windows.map((open) => ({ ...open, isThroughout: throughout.has(open.id) }));
    return JSON.stringify({ ...state, ledger: { ...state.ledger, windows } });
  }
}

const said = (notes: readonly (string | null)[]) => notes.filter((note) => note !== null);
