import { CircleCheck, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/layout/card.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NOTHING_ELSE, UNCERTAIN } from './emptiness.ts';

interface NoApprovalsProps {
  /** What is going on. */
  meanwhile?: ReactNode;
  /** The queue was empty, and could not be fetched again. */
  isUncertain?: boolean;
  /** What waited was decided on this device, and these decisions are kept until the server answers. */
  hasKept?: boolean;
}

/** Replaces the queue when nothing waits. */
export function NoApprovals({ meanwhile, isUncertain = false, hasKept = false }: NoApprovalsProps) {
  return (
    // In swipe mode the header has no margin below it.
    <Card mt="12px">
      {hasKept ? (
        <EmptyState
          icon={History}
          title={NOTHING_ELSE}
          description="What came in since will be here once the server answers."
        />
      ) : isUncertain ? (
        <EmptyState
          icon={History}
          title={UNCERTAIN}
          description="The list could not be refreshed, so approvals may be pending now."
        />
      ) : (
        <EmptyState
          icon={CircleCheck}
          title="All caught up!"
          description="No pending approvals at the moment. New items will appear here when they need your review."
        />
      )}
      {meanwhile}
    </Card>
  );
}
