import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useDeferredValue, useRef } from 'react';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { type TaskActions, TaskCard } from './task-card.tsx';
import { ESTIMATED_PX, GAP_PX, VirtualTaskList } from './virtual-task-list.tsx';

/** Up to this many cards are all in the page, so that the browser's own search finds them. */
const ALL_IN_PAGE = 100;

/** More than a screen shows: drawn before the other cards, as all of them take longer than the reply that brings them. */
const FIRST_DRAWN = 12;

interface TaskListProps extends TaskActions {
  tasks: readonly Task[];
  /** How many there will be, while more are loading; null while unknown. */
  total: number | null;
}

/** The cards of these tasks. */
export function TaskList({ total, ...props }: TaskListProps) {
  return total === null || total > ALL_IN_PAGE ? <VirtualTaskList {...props} /> : <WholeTaskList {...props} />;
}

function WholeTaskList({ tasks, ...actions }: Omit<TaskListProps, 'total'>) {
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, tasks);
  const drawn = useDeferredValue(Infinity, FIRST_DRAWN);
  const left = Math.max(0, tasks.length - drawn);
  return (
    <chakra.ul
      ref={list}
      display="grid"
      gap={`${GAP_PX}px`}
      aria-label="Tasks"
      // The page has its length from the beginning, so that going back leads to the same place.
      style={left > 0 ? { paddingBottom: left * (ESTIMATED_PX + GAP_PX) } : undefined}
    >
      {tasks.slice(0, drawn).map((task) => (
        <chakra.li key={task.id} tabIndex={-1} minW={0} rounded="card">
          <TaskCard task={task} {...actions} />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
