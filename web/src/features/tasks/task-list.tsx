import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type TaskActions, TaskCard } from './task-card.tsx';
import { VirtualTaskList } from './virtual-task-list.tsx';

/** Up to this many cards all are in the page, so that the browser's own search finds them. */
const ALL_IN_PAGE = 100;

interface TaskListProps extends TaskActions {
  tasks: readonly Task[];
}

/** The cards of these tasks. */
export function TaskList({ tasks, ...actions }: TaskListProps) {
  if (tasks.length > ALL_IN_PAGE) return <VirtualTaskList tasks={tasks} {...actions} />;
  return (
    <chakra.ul display="grid" gap="8px" aria-label="Tasks">
      {tasks.map((task) => (
        <chakra.li key={task.id} minW={0}>
          <TaskCard task={task} {...actions} />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
