import { useQuery } from '@tanstack/react-query';
import { tasksQuery } from '../../features/tasks/queries.ts';
import { TaskBrowser } from '../../features/tasks/task-browser.tsx';
import { TaskListSkeleton } from '../../features/tasks/task-list-skeleton.tsx';
import { useListCounts } from '../../lib/queries/use-list-counts.ts';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/** All tasks of all projects. */
export function TasksPage() {
  const tasks = useQuery(tasksQuery());
  const all = useListCounts(tasksQuery().queryKey);
  return (
    <>
      <PageHeader title="All Tasks" subtitle="View and manage all tasks across projects" />
      <RefreshFailure query={tasks} what="The list" isCut={all !== null} />
      {tasks.data ? (
        <TaskBrowser tasks={tasks.data} all={all} />
      ) : tasks.isPending ? (
        <TaskListSkeleton />
      ) : (
        <LoadFailure what="Tasks" error={tasks.error} onRetry={() => void tasks.refetch()} />
      )}
    </>
  );
}
