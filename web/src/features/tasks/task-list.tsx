import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef } from 'react';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { type TaskActions, TaskCard } from './task-card.tsx';
import { VirtualTaskList } from './virtual-task-list.tsx';

/** Up to this many cards are all in the page, so that the browser's own search finds them. */
const ALL_IN_PAGE = 100;

interface TaskListProps extends TaskActions {
  tasks: readonly Task[];
}

/** The cards of these tasks. */
export function TaskList(props: TaskListProps) {
  return props.tasks.length > ALL_IN_PAGE ? <VirtualTaskList {...props} /> : <WholeTaskList {...props} />;
}

function WholeTaskList({ tasks, ...actions }: TaskListProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, tasks);
  return (
    <chakra.ul ref={list} display="grid" gap="8px" aria-label="Tasks">
      {tasks.map((task) => (
        <chakra.li key={task.id} tabIndex={-1} minW={0} rounded="card">
          <TaskCard task={task} {...actions} />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
