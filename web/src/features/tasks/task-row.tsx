import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { PriorityBadge } from '../../entities/task/priority-badge.tsx';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { CardLink } from '../../ui/layout/card-link.tsx';
import { DateText } from '../../ui/time/date-text.tsx';

/** One task within its project; a click anywhere opens it. */
export function TaskRow({ task }: { task: Task }) {
  return (
    <Card interactive p="12px 16px">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4px 8px">
        <chakra.h3 textStyle="label" flex="1 1 160px" minW={0} overflowWrap="anywhere" lineClamp={2}>
          <CardLink to={`/tasks/${task.id}`}>{visibleText(task.title)}</CardLink>
        </chakra.h3>
        <chakra.div display="flex" flexWrap="wrap" minW={0} gap="4px 8px">
          <StatusBadge kind="task" status={task.status} />
          <PriorityBadge priority={task.priority} />
        </chakra.div>
      </chakra.div>
      {task.description && (
        <chakra.p textStyle="sm" color="fg.muted" mt="2px" lineClamp={2} overflowWrap="anywhere">
          {visibleText(task.description)}
        </chakra.p>
      )}
      <chakra.p textStyle="xs" color="fg.muted" mt="4px">
        Created <DateText iso={task.createdAt} />
      </chakra.p>
    </Card>
  );
}
