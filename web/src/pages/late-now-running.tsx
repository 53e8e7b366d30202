import { lazy, Suspense } from 'react';

const NowRunning = lazy(async () => ({ default: (await import('./now-running.tsx')).NowRunning }));

/** What runs meanwhile: no part of a page's first paint, for it is told when everything else is there. */
export function LateNowRunning() {
  return (
    <Suspense fallback={null}>
      <NowRunning />
    </Suspense>
  );
}
