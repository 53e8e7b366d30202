import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDocumentTop } from '../../ui/viewport/use-document-top.ts';
import { type TaskActions, TaskCard } from './task-card.tsx';

const GAP_PX = 8;
/** A card's height before it is measured: title, two lines of description, foot. */
const ESTIMATED_PX = 124;

interface VirtualTaskListProps extends TaskActions {
  tasks: readonly Task[];
}

/** The same list with only the cards around the visible area in the document; the page itself scrolls. */
export function VirtualTaskList({ tasks, ...actions }: VirtualTaskListProps) {
  const [list, top] = useDocumentTop<HTMLUListElement>();
  const virtualizer = useWindowVirtualizer({
    count: tasks.length,
    estimateSize: () => ESTIMATED_PX,
    getItemKey: (index) => tasks[index]?.id ?? index,
    gap: GAP_PX,
    overscan: 5,
    scrollMargin: top,
  });

  return (
    <chakra.ul ref={list} position="relative" aria-label="Tasks" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const task = tasks[index];
        return (
          task && (
            <li
              key={key}
              ref={virtualizer.measureElement}
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
    </chakra.ul>
  );
}
