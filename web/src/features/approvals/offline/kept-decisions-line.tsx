import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useUser } from '../../../lib/auth-context.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import { openKeptDecisions, useKeptDecisions } from './kept-decisions.ts';

/** If it cannot be fetched, the page goes on without it: kept decisions are handled when the app is opened again. */
const load = () =>
  import('./kept-decisions-banner.tsx').then(
    ({ KeptDecisionsBanner }) => ({ default: KeptDecisionsBanner }),
    () => ({ default: () => null }),
  );
const KeptDecisionsBanner = lazy<() => ReactNode>(load);

/** The banner of decisions made without a network, on every page as long as there are any. */
export function KeptDecisionsLine() {
  const { uid } = useUser();
  // Before anything is sent.
  useLayoutEffect(() => openKeptDecisions(uid), [uid]);
  // Loaded in advance, because without a network it could not be fetched.
  useEffect(() => whenIdle(() => void load()), []);
  const hasAny = useKeptDecisions().length > 0;
  if (!hasAny) return null;
  return (
    <Suspense>
      <KeptDecisionsBanner />
    </Suspense>
  );
}
