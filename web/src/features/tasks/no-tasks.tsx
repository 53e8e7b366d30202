import { ListTodo, SearchX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of the list while there are no tasks. */
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

/** There are tasks, but the filters let none of them through. */
export function NoMatchingTasks({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title="No tasks match your filters"
        description="Try adjusting your search terms or filters"
        action={
          <Button variant="outline" onClick={onClear}>
            Clear Filters
          </Button>
        }
      />
    </Card>
  );
}
