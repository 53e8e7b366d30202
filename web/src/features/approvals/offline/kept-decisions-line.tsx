import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useUser } from '../../../lib/auth/auth-context.ts';
import { whenIdle } from '../../../lib/timing/when-idle.ts';
import { openKeptDecisions, useKeptDecisions } from './kept-decisions.ts';

const fetched = () => import('./kept-decisions-banner.tsx');
/** If it cannot be fetched, the page goes on without it: kept decisions are handled when the app is opened again. */
const load = () =>
  fetched().then(
    ({ KeptDecisionsBanner }) => ({ default: KeptDecisionsBanner }),
    () => ({ default: () => null }),
  );
/** Decisions that a page could not keep as it ended. */
const recover = () =>
  fetched()
    .then(({ recoverSent }) => recoverSent())
    .catch(() => undefined);
const KeptDecisionsBanner = lazy<() => ReactNode>(load);

/** The banner of decisions made without a network, on every page as long as there are any. */
export function KeptDecisionsLine() {
  const { uid } = useUser();
  // Before anything is sent.
  useLayoutEffect(() => openKeptDecisions(uid), [uid]);
  // Loaded in advance, because without a network it could not be fetched.
  useEffect(() => whenIdle(() => void recover()), [uid]);
  const hasAny = useKeptDecisions().length > 0;
  if (!hasAny) return null;
  return (
    <Suspense>
      <KeptDecisionsBanner />
    </Suspense>
  );
}
