import { useQuery } from '@tanstack/react-query';
import { tasksQuery } from '../../features/tasks/queries.ts';
import { TaskBrowser } from '../../features/tasks/task-browser.tsx';
import { TaskListSkeleton } from '../../features/tasks/task-list-skeleton.tsx';
import { messageOf } from '../../lib/api.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** All tasks of all projects (specification §2, All tasks). */
export function TasksPage() {
  const tasks = useQuery(tasksQuery());
  return (
    <>
      <PageHeader title="All Tasks" subtitle="View and manage all tasks across projects" />
      {tasks.data ? (
        <TaskBrowser tasks={tasks.data} />
      ) : tasks.isPending ? (
        <TaskListSkeleton />
      ) : (
        <ErrorState title="Failed to load tasks" detail={messageOf(tasks.error)} onRetry={() => void tasks.refetch()} />
      )}
    </>
  );
}
