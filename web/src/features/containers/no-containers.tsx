import { Box } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';

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
