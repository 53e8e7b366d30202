import type { Attribution } from '@countersign/contract';
import { pushedTo, type Journal } from '../../checkpoint/journal.ts';
import type { Checkout } from '../../workspace/git/checkout.ts';
import { changeOf, type Change } from './commit.ts';
import type { Proposal } from '../publishing.ts';
import { ownCommits } from './unpushed.ts';

const TAKES_BACK =
  'Takes back all that this task has published on its branch: with it, the branch changes nothing any more.';

/**
 * What a commit changes that differs from the base in nothing, but follows a pushed one that does: it takes that back.
 * Null for any other.
 */
export async function takenBack(
  checkout: Pick<Checkout, 'git' | 'baseCommit' | 'repository'>,
  commit: string,
  journal: Pick<Journal, 'pushed' | 'publishedCommit'>,
): Promise<Change | null> {
  const { git, repository } = checkout;
  const pushed = repository && pushedTo(journal, repository.id);
  if (pushed === null || pushed === commit) return null;
  if (!(await ownCommits(checkout, commit)).includes(pushed)) return null;
  return changeOf({ git, baseCommit: pushed }, commit);
}

/** True for a commit that takes back what was published. */
export const takesBack = ({ checkout, change }: Pick<Proposal, 'checkout' | 'change'>) =>
  change.since !== checkout.baseCommit;

/** The attribution of a proposed commit; where nothing is left that a step could be named for, it says so. */
export function withTakenBack(attribution: Attribution, proposal: Pick<Proposal, 'checkout' | 'change'>): Attribution {
  return takesBack(proposal) ? { ...attribution, notes: [TAKES_BACK, ...attribution.notes] } : attribution;
}
