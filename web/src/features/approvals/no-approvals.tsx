import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Replaces the queue when nothing waits; `meanwhile`: what is going on. */
export function NoApprovals({ meanwhile }: { meanwhile?: ReactNode }) {
  return (
    // In swipe mode the header has no margin below it.
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
