import * as z from 'zod/mini';
import { ledgerState, newLedgerState } from './ledger.ts';
import { askedStep } from './rejected.ts';

const state = z.object({
  version: z.literal(1),
  ledger: ledgerState,
  /** Steps that a person is asked for, until they are decided. */
  asked: z.array(askedStep),
  rejected: z.array(askedStep),
  /** Whether looks at the files took longer than they should when the turns were over. */
  isSlow: z.boolean(),
});

/** All that is known of who changed the files; part of a checkpoint. */
export type AttributionState = z.infer<typeof state>;

/** What was saved; nothing is known where nothing was, or by a version that knew another form. */
export function parseState(saved: string | null): AttributionState {
  const fresh = { version: 1 as const, ledger: newLedgerState(), asked: [], rejected: [], isSlow: false };
  if (saved === null) return fresh;
  try {
    const parsed = z.safeParse(state, JSON.parse(saved));
    return parsed.success ? parsed.data : fresh;
  } catch {
    return fresh;
  }
}
