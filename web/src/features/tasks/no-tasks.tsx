import { ListTodo } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoMatch } from '../../ui/feedback/no-match.tsx';
import { Card } from '../../ui/layout/card.tsx';

/** Replaces the list while there are no tasks. */
export function NoTasks() {
  return (
    <Card>
      <EmptyState
        icon={ListTodo}
        title="No tasks found"
        description="Tasks will appear here once they are created in projects"
      />
    </Card>
  );
}

/** There are tasks, but none passes the filters. */
export const NoMatchingTasks = ({ onClear }: { onClear: () => void }) => (
  <NoMatch title="No tasks match your filters" onClear={onClear} />
);
