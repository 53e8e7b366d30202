import { Box } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Replaces the list while there are no containers. */
export function NoContainers() {
  return (
    <Card>
      <EmptyState
        icon={Box}
        title="No containers yet"
        description="Containers will appear here when you create them from your projects."
      />
    </Card>
  );
}
