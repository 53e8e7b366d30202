import { SearchX } from 'lucide-react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BackToTasks } from './back-to-tasks.tsx';

/** There is no such task, or it is somebody else's. */
export function TaskNotFound() {
  usePageTitle('Task Not Found');
  return (
    <EmptyState
      as="h1"
      icon={SearchX}
      title="Task Not Found"
      description="The requested task could not be found."
      action={<BackToTasks />}
    />
  );
}
