import type { Task, TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import type { UseQueryResult } from '@tanstack/react-query';
import { History, RotateCw } from 'lucide-react';
import { MessageForm } from '../../features/task-items/message-form.tsx';
import type { RenderDecision } from '../../features/task-items/render-decision.ts';
import { Timeline } from '../../features/task-items/timeline.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { usePhase } from '../use-phase.ts';
import { HistorySkeleton } from './history-skeleton.tsx';

interface TaskHistoryProps {
  task: Task;
  items: UseQueryResult<TaskItem[]>;
  renderDecision: RenderDecision;
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
