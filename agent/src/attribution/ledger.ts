import * as z from 'zod/mini';

/**
 * Which approved steps the changed files belong to, from what happened: looks at the files, and steps that begin and end. No file system
 * and no clock: the same events give the same book. Files are named by checkout and path, their content by git.
 */
export interface Ledger {
  /** What is known; part of a checkpoint. */
  readonly state: LedgerState;
  /** The files were looked at: all that differ from the base, each with its content. */
  look(files: ReadonlyMap<string, string>, late?: Late): void;
  /** An approved step begins, just after a look; `isLooked`: false where the files could not be looked at. */
  open(window: NewWindow, isLooked: boolean): void;
  /** It has ended, just after a look. `fits`: the files that it was approved with and that hold what was approved. */
  close(id: string, fits: ReadonlyMap<string, Fit>): void;
}

/** Files that were changed after a step had been heard to end: no command that had ended by then made these changes. */
interface Late {
  id: string;
  files: ReadonlySet<string>;
}

/** What a file holds is what was approved: a `part` of it was shown, or the `whole`, whatever was there before. */
export type Fit = 'part' | 'whole';

const window = z.object({
  id: z.string(),
  title: z.string(),
  /** The files that it was approved with, and SHA-256 of what each may hold then; null for a command, which may change any. */
  declared: z.nullable(
    z.record(z.string(), z.object({ expected: z.nullable(z.array(z.string())), isWhole: z.boolean() })),
  ),
});
export type NewWindow = z.infer<typeof window>;

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
  windows: z.array(
    z.extend(window, {
      /** Open ever since the last look, so that what has changed since then changed while it ran. */
      isThroughout: z.boolean(),
    }),
  ),
});
export type LedgerState = z.infer<typeof ledgerState>;

/** Nothing has changed yet. */
export const newLedgerState = (): LedgerState => ({ files: {}, titles: {}, windows: [] });

/** A book that is kept in `state`. */
export function createLedger(state: LedgerState = newLedgerState()): Ledger {
  /** Steps that ran all the time since the last look, and may have changed this file. */
  const ownersOf = (file: string, late: Late | undefined) =>
    state.windows.filter(({ id, declared, isThroughout }) => {
      if (!isThroughout) return false;
      if (declared !== null) return file in declared;
      return !(late?.id === id && late.files.has(file));
    });

  return {
    state,
    look(files, late) {
      for (const file of Object.keys(state.files)) if (!files.has(file)) delete state.files[file];
      for (const [file, content] of files) {
        const known = state.files[file];
        if (known?.content === content) continue;
        const now: ChangedFile = known ?? { content, steps: {}, isOutside: false };
        const owners = ownersOf(file, late);
        for (const { id, title, declared } of owners) {
          now.steps[id] = declared === null ? 'while' : 'declared';
          state.titles[id] = title;
        }
        state.files[file] = { ...now, content, isOutside: now.isOutside || owners.length === 0 };
      }
      for (const open of state.windows) open.isThroughout = true;
    },
    open(opened, isLooked) {
      state.windows = [...state.windows.filter(({ id }) => id !== opened.id), { ...opened, isThroughout: isLooked }];
    },
    close(id, fits) {
      const closed = state.windows.find((open) => open.id === id);
      state.windows = state.windows.filter((open) => open !== closed);
      for (const file of Object.keys(closed?.declared ?? {})) {
        const known = state.files[file];
        if (known === undefined) continue;
        const fit = fits.get(file);
        if (fit === 'whole') {
          // All of it was read before it was approved, so it does not matter what had been there.
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
