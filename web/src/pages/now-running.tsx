import { lazy, Suspense } from 'react';

/** Beside what the page is about: fetched when there is place for it, and left out where it cannot be. */
const RunningTasks = lazy(async () => {
  const loaded = await import('./running-tasks.tsx').catch(() => null);
  return { default: loaded?.RunningTasks ?? (() => null) };
});

/** What runs meanwhile, where nothing waits for the person. */
export function NowRunning() {
  return (
    <Suspense>
      <RunningTasks />
    </Suspense>
  );
}
