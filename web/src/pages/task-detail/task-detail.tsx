import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { taskItemsQuery } from '../../features/task-items/queries.ts';
import { TaskResult } from '../../features/task-items/task-result.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TaskActions } from './task-actions.tsx';
import { TaskFacts } from './task-facts.tsx';
import { TaskHistory } from './task-history.tsx';
import { TwoColumns } from './two-columns.tsx';

/** A task that is there. */
export function TaskDetail({ task }: { task: Task }) {
  const items = useQuery(taskItemsQuery(task.id));
  return (
    <>
      <PageHeader
        back={<BackLink to="/tasks">Back to Tasks</BackLink>}
        title={task.title}
        subtitle={task.project && <TextLink to={`/projects/${task.project.id}`}>{task.project.name}</TextLink>}
        actions={<TaskActions task={task} />}
      />
      <TwoColumns>
        <chakra.div display="grid" gap="24px" minW={0}>
          <Card>
            <TaskFacts task={task} />
          </Card>
          <TaskResult task={task} items={items.data ?? []} />
        </chakra.div>
        <TaskHistory task={task} items={items} />
      </TwoColumns>
    </>
  );
}
