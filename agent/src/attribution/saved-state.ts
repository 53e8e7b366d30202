import * as z from 'zod/mini';
import { ledgerState, newLedgerState } from './ledger.ts';
import { askedStep } from './rejected.ts';

const state = z.object({
  version: z.literal(1),
  ledger: ledgerState,
  /** Steps that the person was asked about and has not decided. */
  asked: z.array(askedStep),
  rejected: z.array(askedStep),
  /** Files that hold what approved steps were shown to write, as long as they are there: git may ignore some of them. */
  approved: z._default(z.array(z.string()), []),
  /** Whether looks at the files took too long by the time the turns were over. */
  isSlow: z.boolean(),
});

/** All that is known about who changed the files; part of a checkpoint. */
export type AttributionState = z.infer<typeof state>;

/** A saved state in which the files of one checkout are those of another, by their keys. */
export function moveCheckout(saved: string, from: string, to: string): string {
  const state = parseState(saved);
  const moved = (file: string) => (file.startsWith(`${from}/`) ? `${to}/${file.slice(from.length + 1)}` : file);
  const movedKeys = <T>(byFile: Record<string, T>) =>
    Object.fromEntries(Object.entries(byFile).map(([file, known]) => [moved(file), known]));
  const movedSteps = (steps: AttributionState['asked']) =>
    steps.map((step) => ({
      ...step,
      changes: step.changes.map((change) => ({ ...change, file: moved(change.file) })),
    }));
  const windows = state.ledger.windows.map((window) => ({
    ...window,
    declared: window.declared && movedKeys(window.declared),
  }));
  const ledger = { ...state.ledger, files: movedKeys(state.ledger.files), windows };
  const steps = { asked: movedSteps(state.asked), rejected: movedSteps(state.rejected) };
  return JSON.stringify({ ...state, ledger, ...steps, approved: state.approved.map(moved) });
}

/** The saved state; a fresh one where nothing was saved, or in a form that this version does not know. */
export function parseState(saved: string | null): AttributionState {
  const none = { asked: [], rejected: [], approved: [] };
  const fresh = { version: 1 as const, ledger: newLedgerState(), ...none, isSlow: false };
  if (saved === null) return fresh;
  try {
    const parsed = z.safeParse(state, JSON.parse(saved));
    return parsed.success ? parsed.data : fresh;
  } catch {
    return fresh;
  }
}
