import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { taskQuery } from '../../features/tasks/queries.ts';
import { useIsDeletingTask } from '../../features/tasks/use-delete-task.ts';
import { isNotFound, messageOf } from '../../lib/api.ts';
import { useLiveTask } from '../../lib/use-live.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TaskDetailSkeleton } from './task-detail-skeleton.tsx';
import { TaskDetail } from './task-detail.tsx';
import { TaskNotFound } from './task-not-found.tsx';

/** One task: what it is, and everything that was done for it (specification §2). */
export function TaskDetailPage() {
  const { id = '' } = useParams();
  const task = useQuery(taskQuery(id));
  useLiveTask(id);
  const isDeleting = useIsDeletingTask(id);

  // Asked first: one that was deleted elsewhere is not shown as it was.
  if (isNotFound(task.error) && !isDeleting && !task.isFetching) return <TaskNotFound />;
  if (task.data) return <TaskDetail key={id} task={task.data} />;
  if (task.isFetching) return <TaskDetailSkeleton />;
  return (
    <>
      <PageHeader title="Task" back={<BackLink to="/tasks">Back to Tasks</BackLink>} />
      <ErrorState title="Failed to load the task" detail={messageOf(task.error)} onRetry={() => void task.refetch()} />
    </>
  );
}
