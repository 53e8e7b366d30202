import { lazy, Suspense } from 'react';

/** Supplementary to the page: fetched when idle, and left out if that fails. */
const RunningTasks = lazy(async () => {
  const loaded = await import('./running-tasks.tsx').catch(() => null);
  return { default: loaded?.RunningTasks ?? (() => null) };
});

/** What runs meanwhile, when nothing waits for the person. */
export function NowRunning() {
  return (
    <Suspense>
      <RunningTasks />
    </Suspense>
  );
}
