import { RunningTasks } from './running-tasks.tsx';
import { WaitingProjects } from './waiting-projects.tsx';

/** What runs at the moment, and what cannot run before a container is started. */
export function Meanwhile() {
  return (
    <>
      <RunningTasks />
      <WaitingProjects />
    </>
  );
}
