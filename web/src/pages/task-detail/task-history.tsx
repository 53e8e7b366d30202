import type { Task, TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { History, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasEnded } from '../../entities/task/task-state.ts';
import { projectContainersQuery } from '../../features/containers/queries.ts';
import type { Phase } from '../../features/task-items/decision-path.tsx';
import { MessageForm } from '../../features/task-items/message-form.tsx';
import { Timeline } from '../../features/task-items/timeline.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

interface TaskHistoryProps {
  task: Task;
  items: UseQueryResult<TaskItem[]>;
  /** Renders the decision of a pending item in its place. */
  renderDecision: (item: TaskItem) => ReactNode;
}

/** Everything that was done for a task, with its decisions in place and the message form below. */
export function TaskHistory({ task, items, renderDecision }: TaskHistoryProps) {
  const phase = usePhase(task);
  const refresh = (
    <IconButton
      label="Refresh"
      size="sm"
      icon={<RotateCw size={16} aria-hidden />}
      disabled={items.isFetching}
      onClick={() => void items.refetch()}
    />
  );
  return (
    <Card>
      <Section title="Task Execution History" action={refresh}>
        <RefreshFailure query={items} what="The history" />
        {history()}
        <chakra.div borderTopWidth="1px" mt="16px" pt="16px">
          <MessageForm task={task} />
        </chakra.div>
      </Section>
    </Card>
  );

  function history() {
    if (items.data && items.data.length > 0) {
      return <Timeline items={items.data} phase={phase} epoch={task.epoch} renderDecision={renderDecision} />;
    }
    if (items.data) {
      return (
        <chakra.div minH="600px" display="grid" alignContent="center">
          <EmptyState
            as="h3"
            icon={History}
            title="No execution history yet"
            description="Task items will appear here when the agent starts working on this task"
          />
        </chakra.div>
      );
    }
    if (!items.error) {
      return (
        <LoadingRegion label="Loading the history">
          <HistorySkeleton />
        </LoadingRegion>
      );
    }
    return <LoadFailure what="The history" error={items.error} onRetry={() => void items.refetch()} />;
  }
}

/**
 * A task that is pending is no container's: whatever one did for it has ended with that container, or with its lease. One that
 * asks keeps its container also while that does not run.
 */
function usePhase(task: Task): Phase {
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
