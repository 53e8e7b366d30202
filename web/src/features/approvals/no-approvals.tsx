import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of the queue when nothing waits; `meanwhile`: what goes on. */
export function NoApprovals({ meanwhile }: { meanwhile?: ReactNode }) {
  return (
    // In swipe mode the line above leaves no room below it.
    <Card mt="12px">
      <EmptyState
        icon={CircleCheck}
        title="All caught up!"
        description="No pending approvals at the moment. New items will appear here when they need your review."
      />
      {meanwhile}
    </Card>
  );
}
