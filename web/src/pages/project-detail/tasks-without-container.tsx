import type { Project } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { hasContainerAsking, hasContainerAtWork, isUnclaimed } from '../../entities/task/waits-for-container.ts';
import { projectContainersQuery } from '../../features/containers/queries.ts';
import { projectTasksQuery } from '../../features/tasks/queries.ts';
import { plural } from '../../lib/text/plural.ts';
import { NoContainer } from '../no-container.tsx';

/** After the first task, and whenever tasks wait without a container that can take them up: offers to create one. */
export function TasksWithoutContainer({ project, onStart }: { project: Project; onStart: () => void }) {
  const tasks = useQuery(projectTasksQuery(project.id)).data ?? [];
  const containers = useQuery(projectContainersQuery(project.id)).data;
  const waiting = tasks.filter(isUnclaimed).length;
  if (waiting === 0 || project.autoCreateContainers || !containers || hasContainerAtWork(containers)) return null;
  return (
    <NoContainer
      what={plural(waiting, 'task is waiting', 'tasks are waiting')}
      isAsking={hasContainerAsking(containers)}
      onStart={onStart}
    />
  );
}
