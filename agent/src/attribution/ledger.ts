import * as z from 'zod/mini';
import { isPointer, type Found } from '../workspace/snapshot/look-at-files.ts';

/**
 * Works out which approved steps the changed files belong to from events alone: looks at the files, and steps that
 * begin and end. No file system and no clock: the same events give the same ledger. Files are named by checkout and
 * path, their content as git names it.
 */
export interface Ledger {
  /** What is known; part of a checkpoint. */
  readonly state: LedgerState;
  /** The files were looked at. */
  look(found: Found, dates?: Dates): void;
  /** An approved step begins, just after a look; `isLooked`: false where the files could not be looked at. */
  open(window: NewWindow, at: number, isLooked: boolean): void;
  /** It has ended, just after a look. `fits`: those of its declared files that hold what was approved. */
  close(id: string, fits: ReadonlyMap<string, Fit>): void;
}

/** When files were last changed, and when a step was said to have ended: a later change is not that command's. */
interface Dates {
  changedAt: ReadonlyMap<string, number>;
  ended?: { id: string; at: number } | undefined;
}

/**
 * The file clock lags behind the programs' clock, never leads it, by one kernel tick at most; programs' times are cut
 * to the millisecond.
 */
const BEHIND_MS = 10;
const CUT_MS = 1;

/** A file holds what was approved: a `part` of it was shown, or the `whole`, whatever was there before. */
export type Fit = 'part' | 'whole';

const window = z.object({
  id: z.string(),
  title: z.string(),
  /**
   * The files it was approved with, each with SHA-256 of what it may then hold; null for a command, which may change
   * any.
   */
  declared: z.nullable(
    z.record(z.string(), z.object({ expected: z.nullable(z.array(z.string())), isWhole: z.boolean() })),
  ),
});
export type NewWindow = z.infer<typeof window>;

const opened = z.extend(window, {
  /** Open ever since the last look, so whatever has changed since then changed while it ran. */
  isThroughout: z.boolean(),
  /** Its agent got no answer before this; 0 in what was saved by a version that did not record it. */
  openedAt: z._default(z.number(), 0),
});
type Opened = z.infer<typeof opened>;

const changed = z.object({
  content: z.string(),
  /** Step → whether it declared the file. */
  steps: z.record(z.string(), z.enum(['declared', 'while'])),
  /** Something changed it outside of any approved step. */
  isOutside: z.boolean(),
});
export type ChangedFile = z.infer<typeof changed>;

export const ledgerState = z.object({
  files: z.record(z.string(), changed),
  /** Titles of the steps that files belong to, in the order in which the steps began. */
  titles: z.record(z.string(), z.string()),
  /** Steps that have begun and not ended. */
  windows: z.array(opened),
});
export type LedgerState = z.infer<typeof ledgerState>;

/** Nothing has changed yet. */
export const newLedgerState = (): LedgerState => ({ files: {}, titles: {}, windows: [] });

/** A ledger that is kept in `state`. */
export function createLedger(state: LedgerState = newLedgerState()): Ledger {
  /** Whether a command was running when the file was last changed, as far as that is known. */
  const ranAt = (
    { id, openedAt }: Opened,
    changed: { at: number | undefined; mayBeOlder: boolean },
    ended: Dates['ended'],
  ) => {
    if (changed.at === undefined) return true;
    if (!changed.mayBeOlder && changed.at + BEHIND_MS + CUT_MS < openedAt) return false;
    return ended?.id !== id || changed.at <= ended.at + CUT_MS;
  };

  return {
    state,
    look({ files, gone }, dates) {
      const movedFrom = movedOf({ files, gone }, state.files);
      for (const file of Object.keys(state.files)) if (!files.has(file)) delete state.files[file];
      for (const [file, content] of files) {
        const known = state.files[file];
        if (known?.content === content) continue;
        const former = gone.has(file) ? undefined : movedFrom.get(content);
        const now: ChangedFile = { content, steps: { ...former?.steps, ...known?.steps }, isOutside: false };
        // A file moved with its folder keeps its time. Any other changed file with an older time was hidden from the
        // looks.
        const mayBeOlder = former !== undefined || isPointer(content);
        const changed = { at: dates?.changedAt.get(file), mayBeOlder };
        // Steps that have run ever since the last look, and may have changed this file.
        const owners = state.windows.filter((open) => {
          if (!open.isThroughout) return false;
          return open.declared === null ? ranAt(open, changed, dates?.ended) : file in open.declared;
        });
        for (const { id, title, declared } of owners) {
          now.steps[id] = declared === null ? 'while' : 'declared';
          state.titles[id] = title;
        }
        const wasOutside = known?.isOutside === true || former?.isOutside === true;
        state.files[file] = { ...now, isOutside: wasOutside || owners.length === 0 };
      }
      for (const open of state.windows) open.isThroughout = true;
    },
    open(begun, at, isLooked) {
      const others = state.windows.filter(({ id }) => id !== begun.id);
      state.windows = [...others, { ...begun, openedAt: at, isThroughout: isLooked }];
    },
    close(id, fits) {
      const closed = state.windows.find((open) => open.id === id);
      state.windows = state.windows.filter((open) => open !== closed);
      for (const file of Object.keys(closed?.declared ?? {})) {
        const known = state.files[file];
        if (known === undefined) continue;
        const fit = fits.get(file);
        if (fit === 'whole') {
          // All of it was read before it was approved, so what had been there does not matter.
          state.files[file] = { content: known.content, steps: { [id]: 'declared' }, isOutside: false };
          state.titles[id] = closed?.title ?? id;
        } else if (fit === undefined && known.steps[id] === 'declared') {
          const { [id]: _notThis, ...steps } = known.steps;
          state.files[file] = { ...known, steps, isOutside: true };
        }
      }
    },
  };
}

/** By content, what is known of files that have gone since the last look: the same content elsewhere was moved there. */
function movedOf(
  { files, gone }: Found,
  known: LedgerState['files'],
): ReadonlyMap<string, Pick<ChangedFile, 'steps' | 'isOutside'>> {
  const moved = new Map<string, Pick<ChangedFile, 'steps' | 'isOutside'>>();
  for (const [file, { content, steps, isOutside }] of Object.entries(known)) {
    if (files.has(file) && !gone.has(file)) continue;
    const same = moved.get(content);
    moved.set(content, { steps: { ...same?.steps, ...steps }, isOutside: isOutside || same?.isOutside === true });
  }
  for (const [file, content] of gone) {
    if (!(file in known) && !moved.has(content)) moved.set(content, { steps: {}, isOutside: false });
  }
  return moved;
}
