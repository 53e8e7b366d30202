import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { useFocusRescue } from '../../ui/focus/use-focus-rescue.ts';
import { useDocumentTop } from '../../ui/viewport/use-document-top.ts';
import { type TaskActions, TaskCard } from './task-card.tsx';

export const GAP_PX = 8;
/** A card's height before it is measured: title, two lines of description, foot. */
export const ESTIMATED_PX = 124;

interface VirtualTaskListProps extends TaskActions {
  tasks: readonly Task[];
}

/** The same list with only the cards around the visible area in the document; the page itself scrolls. */
export function VirtualTaskList({ tasks, ...actions }: VirtualTaskListProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, tasks);
  const [attach, top] = useDocumentTop<HTMLUListElement>();
  const ref = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element;
      return attach(element);
    },
    [attach],
  );
  const virtualizer = useWindowVirtualizer({
    count: tasks.length,
    estimateSize: () => ESTIMATED_PX,
    getItemKey: (index) => tasks[index]?.id ?? index,
    gap: GAP_PX,
    overscan: 5,
    scrollMargin: top,
  });

  return (
    <List ref={ref} aria-label="Tasks" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const task = tasks[index];
        return (
          task && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              tabIndex={-1}
              data-index={index}
              aria-setsize={tasks.length}
              aria-posinset={index + 1}
              style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - top}px)` }}
            >
              <TaskCard task={task} {...actions} />
            </li>
          )
        );
      })}
    </List>
  );
}

const List = chakra('ul', { base: { position: 'relative', '& > li': { rounded: 'card' } } });
