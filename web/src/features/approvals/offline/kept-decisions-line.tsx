import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useUser } from '../../../lib/auth-context.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import { openKeptDecisions, useKeptDecisions } from './kept-decisions.ts';

/** Where it cannot be fetched the page goes on without it: what is kept is seen to when the app is opened again. */
const load = () =>
  import('./kept-decisions-banner.tsx').then(
    ({ KeptDecisionsBanner }) => ({ default: KeptDecisionsBanner }),
    () => ({ default: () => null }),
  );
const KeptDecisionsBanner = lazy<() => ReactNode>(load);

/** What was decided without a network, on every page as long as there is any. */
export function KeptDecisionsLine() {
  const { uid } = useUser();
  // Before anything is sent.
  useLayoutEffect(() => openKeptDecisions(uid), [uid]);
  // At hand before there is no network to fetch it over.
  useEffect(() => whenIdle(() => void load()), []);
  const hasAny = useKeptDecisions().length > 0;
  if (!hasAny) return null;
  return (
    <Suspense>
      <KeptDecisionsBanner />
    </Suspense>
  );
}
