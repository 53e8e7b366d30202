import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useDeferredValue, useMemo } from 'react';
import type { ListCounts } from '../../lib/queries/whole-list.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { NoMatchingTasks, NoTasks } from './no-tasks.tsx';
import { countStatuses, StatusCounts, unknownCounts } from './status-counts.tsx';
import { TaskFilterBar } from './task-filter-bar.tsx';
import { filterTasks, isFiltering } from './task-filters.ts';
import { TaskList } from './task-list.tsx';
import { useTaskDialogs } from './use-task-dialogs.tsx';
import { useTaskFilters } from './use-task-filters.ts';

interface TaskBrowserProps {
  tasks: readonly Task[];
  /** The total counts, while not all tasks are loaded. */
  all?: ListCounts | null;
}

/** Tasks counted by status, searched, filtered, and shown as cards that can be edited, reopened and deleted. */
export function TaskBrowser({ tasks, all = null }: TaskBrowserProps) {
  const { filters, setSearch, setStatus, setPriority, clear } = useTaskFilters();
  const { actions, dialogs } = useTaskDialogs();
  const isUncounted = all !== null && all.byStatus === undefined;
  const counts = useMemo(
    () => (isUncounted ? unknownCounts : countStatuses(tasks, all?.byStatus)),
    [tasks, all, isUncounted],
  );

  // The list follows typing with low priority: the search box never waits for thousands of tasks.
  const search = useDeferredValue(filters.search);
  const { status, priority } = filters;
  const applied = useMemo(() => ({ search, status, priority }), [search, status, priority]);
  const shown = useMemo(() => filterTasks(tasks, applied), [tasks, applied]);

  return (
    <>
      <StatusCounts counts={counts} selected={filters.status} onSelect={setStatus} />
      <TaskFilterBar
        filters={filters}
        statuses={counts.map((count) => count.status)}
        onSearch={setSearch}
        onStatus={setStatus}
        onPriority={setPriority}
      />
      <chakra.div mt="12px" display="grid" gap="12px">
        {all && (
          <chakra.p role="status" color="fg.muted">
            {`${tasks.length}${all.total === null ? '' : ` of ${all.total}`} tasks loaded so far; search and filters cover only these.`}
          </chakra.p>
        )}
        {isFiltering(applied) && (
          <ShownCount shown={shown.length} total={all === null ? tasks.length : all.total} onClear={clear} />
        )}
        {shown.length > 0 ? (
          <TaskList tasks={shown} total={all === null ? shown.length : all.total} {...actions} />
        ) : isFiltering(applied) ? (
          <NoMatchingTasks onClear={clear} />
        ) : (
          <NoTasks />
        )}
      </chakra.div>
      {dialogs}
    </>
  );
}

interface ShownCountProps {
  shown: number;
  /** Null while unknown. */
  total: number | null;
  onClear: () => void;
}

/** How many tasks pass the filters, and a button to clear them. */
function ShownCount({ shown, total, onClear }: ShownCountProps) {
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="12px" minH="32px">
      <chakra.p
        role="status"
        color="fg.muted"
      >{`${shown}${total === null ? '' : ` of ${total}`} tasks shown`}</chakra.p>
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear Filters
      </Button>
    </chakra.div>
  );
}
