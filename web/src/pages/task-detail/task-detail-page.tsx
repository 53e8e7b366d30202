import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { useLiveTask } from '../../features/live/use-live.ts';
import { useIsDeletingTask } from '../../features/tasks/mutations.ts';
import { taskQuery } from '../../features/tasks/queries.ts';
import { isNotFound } from '../../lib/api.ts';
import { BackLink } from '../../ui/buttons/back-link.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { NotFoundState } from '../../ui/feedback/not-found-state.tsx';
import { RefreshFailure } from '../../ui/feedback/refresh-failure.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TaskDetail } from './task-detail.tsx';
import { TaskDetailSkeleton } from './task-detail-skeleton.tsx';

/** One task: its facts, and everything that was done for it. */
export function TaskDetailPage() {
  const { id = '' } = useParams();
  const task = useQuery(taskQuery(id));
  useLiveTask(id);
  const isDeleting = useIsDeletingTask(id);

  // Checked first: a task that was deleted elsewhere must not be shown as it was.
  if (isNotFound(task.error) && !isDeleting && !task.isFetching) return <TaskNotFound />;
  if (task.data) {
    return (
      <>
        <RefreshFailure query={task} what="The task" />
        <TaskDetail key={id} task={task.data} />
      </>
    );
  }
  if (!task.error) return <TaskDetailSkeleton />;
  return (
    <>
      <PageHeader title="Task" back={<BackLink to="/tasks">Back to Tasks</BackLink>} />
      <LoadFailure what="The task" error={task.error} onRetry={() => void task.refetch()} />
    </>
  );
}

function TaskNotFound() {
  return (
    <NotFoundState
      icon={SearchX}
      title="Task Not Found"
      description="The requested task could not be found."
      action={{ label: 'Back to Tasks', to: '/tasks' }}
    />
  );
}
