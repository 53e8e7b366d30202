import { Suspense, useEffect, useLayoutEffect } from 'react';
import { useUser } from '../../../lib/auth/auth-context.ts';
import { whenSettled } from '../../../lib/timing/when-settled.ts';
import { useFocusFallback } from '../../../ui/focus/use-focus-fallback.ts';
import { optional } from '../../../ui/loading/optional.ts';
import { openKeptDecisions, useKeptDecisions } from './kept-decisions.ts';

const fetched = () => import('./kept-decisions-banner.tsx');
/** Decisions that a page could not keep as it ended. */
const recover = () =>
  fetched()
    .then(({ recoverSent }) => recoverSent())
    .catch(() => undefined);
// If it cannot be fetched, kept decisions are handled when the app is opened again.
const KeptDecisionsBanner = optional(async () => ({ default: (await fetched()).KeptDecisionsBanner }));

/** The banner of decisions made without a network, on every page as long as there are any. */
export function KeptDecisionsLine() {
  const { uid } = useUser();
  // Before anything is sent.
  useLayoutEffect(() => openKeptDecisions(uid), [uid]);
  // Loaded in advance, because without a network it could not be fetched.
  useEffect(() => whenSettled(() => void recover()), [uid]);
  const hasAny = useKeptDecisions().length > 0;
  useFocusFallback(hasAny);
  if (!hasAny) return null;
  return (
    <Suspense>
      <KeptDecisionsBanner />
    </Suspense>
  );
}
