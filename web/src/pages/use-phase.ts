import type { Task } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { hasEnded } from '../entities/task/task-state.ts';
import { projectContainersQuery } from '../features/containers/queries.ts';
import type { Phase } from '../features/task-items/decision-path.tsx';

/**
 * A task that is pending is no container's: whatever one did for it has ended with that container, or with its lease. One that
 * asks keeps its container also while that does not run.
 */
export function usePhase(task: Task): Phase {
  const isAsking = task.status === 'awaiting_approval' && task.containerId !== null;
  const { data } = useQuery({ ...projectContainersQuery(task.projectId), enabled: isAsking });
  const container = isAsking ? data?.find(({ id }) => id === task.containerId) : undefined;
  if (hasEnded(task)) return 'over';
  return task.status === 'pending' || (container !== undefined && hasStopped.has(container.status))
    ? 'waiting'
    : 'work';
}

/** Statuses of a container whose last run has ended. */
const hasStopped: ReadonlySet<string> = new Set(['pending', 'paused', 'deleted', 'not_found']);
