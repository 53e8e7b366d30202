import { lazy, Suspense, type ComponentType } from 'react';

/** Supplementary to the page: fetched when idle, and left out if that fails. */
const supplement = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => Nothing) }));

const Nothing: ComponentType = () => null;

const RunningTasks = supplement(async () => (await import('./running-tasks.tsx')).RunningTasks);
const WaitingProjects = supplement(async () => (await import('./waiting-projects.tsx')).WaitingProjects);

/** When nothing waits for the person: what runs meanwhile, and what cannot run before a container is started. */
export function NowRunning() {
  return (
    <Suspense>
      <RunningTasks />
      <WaitingProjects />
    </Suspense>
  );
}
