import type { Approval } from '@countersign/contract';
import { useMemo } from 'react';
import { useKeptDecisions } from './kept-decisions.ts';

/** The waiting requests, without those decided here that only wait for the network. */
export function useUndecided(approvals: readonly Approval[] | undefined): readonly Approval[] | undefined {
  const kept = useKeptDecisions();
  return useMemo(() => {
    const ids = new Set(kept.filter(({ failure }) => failure === null).map(({ id }) => id));
    return ids.size === 0 ? approvals : approvals?.filter(({ id }) => !ids.has(id));
  }, [approvals, kept]);
}

/** How many of the waiting requests are decided here: the server counts them until the decision reaches it. */
export function useDecidedHere(approvals: readonly Approval[] | undefined): number {
  return (approvals?.length ?? 0) - (useUndecided(approvals)?.length ?? 0);
}
