import { lazy, Suspense } from 'react';

/** Supplementary to the page: fetched when idle, and left out if that fails. */
const Meanwhile = lazy(async () => {
  const loaded = await import('./meanwhile.tsx').catch(() => null);
  return { default: loaded?.Meanwhile ?? (() => null) };
});

/** What is going on meanwhile, when nothing waits for the person. */
export function NowRunning() {
  return (
    <Suspense>
      <Meanwhile />
    </Suspense>
  );
}
