import type { Checkout } from '../workspace/git/checkout.ts';
import { GONE } from '../workspace/snapshot/look-at-files.ts';
import type { Files } from './files.ts';
import type { AttributionState } from './saved-state.ts';
import { ignoredWords } from './summary.ts';

type Known = Pick<AttributionState, 'approved' | 'ledger'>;

/** How many files of approved steps are kept. */
const KEPT = 5_000;

/**
 * The files that hold what approved steps were shown to write, with those of a step that has just ended (`fitting`), as
 * long as they are there. `mayForget`: what is gone is so because of a step, and not because it was not restored, as
 * folders of packages are not.
 */
export async function approvedStill(
  { approved, ledger }: Known,
  fitting: readonly string[],
  { mayForget, files }: { mayForget: boolean; files: Pick<Files, 'changedAt'> },
): Promise<string[]> {
  const before = new Set(approved);
  const still: string[] = [];
  for (const file of new Set([...approved, ...fitting])) {
    // What git sees, the ledger knows.
    const isKept = file in ledger.files || (before.has(file) && !mayForget);
    if (isKept || (await files.changedAt(file)) !== null) still.push(file);
  }
  return still.slice(-KEPT);
}

/** What to say of those of a repository that git ignores; null if there are none. Throws ProgramFailed. */
export async function ignoredApproved(
  { approved, ledger }: Known,
  checkout: Checkout,
  files: Pick<Files, 'ignored'>,
): Promise<string | null> {
  // That a file of the repository is gone is published, whatever rules name it.
  const there = approved.filter((file) => ledger.files[file]?.content !== GONE);
  return ignoredWords(await files.ignored(checkout, there));
}
