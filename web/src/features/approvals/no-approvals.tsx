import { CircleCheck } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Nothing waits. */
export function NoApprovals() {
  return (
    <Card>
      <EmptyState
        icon={CircleCheck}
        title="All caught up!"
        description="No pending approvals at the moment. New items will appear here when they need your review."
      />
    </Card>
  );
}
