import { lazy, Suspense, useEffect } from 'react';
import { useUser } from '../../../lib/auth-context.ts';
import { openKeptDecisions, useKeptDecisions } from './kept-decisions.ts';

const load = async () => ({ default: (await import('./kept-decisions-banner.tsx')).KeptDecisionsBanner });
const KeptDecisionsBanner = lazy(load);

/** What was decided without a network, on every page as long as there is any. */
export function KeptDecisionsLine() {
  const { uid } = useUser();
  useEffect(() => openKeptDecisions(uid), [uid]);
  const hasAny = useKeptDecisions().length > 0;
  if (!hasAny) return null;
  return (
    <Suspense>
      <KeptDecisionsBanner />
    </Suspense>
  );
}

/** Has it at hand before there is no network to fetch it over. */
export function fetchKeptDecisionsBanner(): void {
  load().catch(() => undefined);
}
