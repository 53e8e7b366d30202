import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** There is no such task, or it is somebody else's. */
export function TaskNotFound() {
  usePageTitle('Task Not Found');
  return (
    <EmptyState
      as="h1"
      icon={SearchX}
      title="Task Not Found"
      description="The requested task could not be found."
      action={
        <Button asChild variant="outline">
          <Link to="/tasks">Back to Tasks</Link>
        </Button>
      }
    />
  );
}
