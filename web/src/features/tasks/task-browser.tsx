import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useDeferredValue, useMemo } from 'react';
import { countStatuses } from './count-statuses.ts';
import { NoMatchingTasks, NoTasks } from './no-tasks.tsx';
import { ShownCount } from './shown-count.tsx';
import { StatusCounts } from './status-counts.tsx';
import { TaskFilterBar } from './task-filter-bar.tsx';
import { filterTasks, isFiltering } from './task-filters.ts';
import { TaskList } from './task-list.tsx';
import { useTaskDialogs } from './use-task-dialogs.tsx';
import { useTaskFilters } from './use-task-filters.ts';

/** Tasks counted by status, searched, filtered, and shown as cards that can be edited, reopened and deleted. */
export function TaskBrowser({ tasks }: { tasks: readonly Task[] }) {
  const { filters, setSearch, setStatus, setPriority, clear } = useTaskFilters();
  const { actions, dialogs } = useTaskDialogs();
  const counts = useMemo(() => countStatuses(tasks), [tasks]);

  // The list follows typing as soon as there is time: the search box never waits for thousands of tasks.
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
        {isFiltering(applied) && <ShownCount shown={shown.length} total={tasks.length} onClear={clear} />}
        {shown.length > 0 ? (
          <TaskList tasks={shown} {...actions} />
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
