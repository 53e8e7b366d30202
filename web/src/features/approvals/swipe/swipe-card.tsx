import { type Approval, SWIPE_THRESHOLD_PX } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import TinderCard from 'react-tinder-card';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { ApprovalCard } from '../approval-card.tsx';
import { CompleteContentDialog } from '../complete-content-dialog.tsx';
import type { KeptEdits } from '../kept-edits.ts';
import { RejectDialog } from '../reject-dialog.tsx';
import { useApproveItem } from '../use-approve-item.ts';
import { type Freshness, useReview } from '../use-review.ts';
import { DragStamps } from './drag-stamps.tsx';
import { type Distance, intentOf } from './gesture.ts';
import { SwipeActions } from './swipe-actions.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';
import { useDrag } from './use-drag.ts';
import { useDragGuard } from './use-drag-guard.ts';
import { usePreventSwipe } from './use-prevent-swipe.ts';

const CONTENT_HEIGHT_PX = 280;

interface CardHandle {
  swipe: (direction?: 'left' | 'right') => Promise<void>;
  restoreCard: () => Promise<void>;
}

interface SwipeCardProps {
  approval: Approval;
  freshness: Freshness;
  edits: KeptEdits;
  /** The part of the page in which the arrow keys are meant for the card. */
  region: RefObject<HTMLElement | null>;
  /** A person had the time to see it: only then its buttons take a decision. */
  settled: boolean;
  /** A key that is pressed now is meant for it. */
  heedsKeys: boolean;
  /** A drag that ends now is meant for it. */
  heedsDrags: boolean;
  /** It has been decided and is on its way out. */
  leaving: boolean;
  takesFocus: boolean;
  onLeave: (approval: Approval) => void;
  /** Not on its way out any more: out of sight and decided, or refused by the server and back in the queue. */
  onGone: (approval: Approval) => void;
}

/** One request that is dragged to the right to approve it, to the left to reject it; buttons and arrow keys do the same. */
export const SwipeCard = memo(function SwipeCard({
  approval,
  freshness,
  edits,
  region,
  settled,
  heedsKeys,
  heedsDrags,
  leaving,
  takesFocus,
  ...report
}: SwipeCardProps) {
  const review = useReview(approval, approval.task.id, freshness, edits);
  const approve = useApproveItem();
  const [rejecting, setRejecting] = useState(false);
  const [stamped, setStamped] = useState<'approved' | 'rejected' | null>(null);
  /** Out of sight it stays until the server has answered: refused, it comes back. */
  const flight = useRef({ hasLanded: false, isDecided: false });
  const handle = useRef<CardHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const dragged = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (takesFocus) frame.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const leave = useStableCallback((direction: string) => {
    setStamped(direction === 'right' ? 'approved' : 'rejected');
    flight.current = { hasLanded: false, isDecided: direction !== 'right' };
    report.onLeave(approval);
    if (direction !== 'right') return;
    const decided = () => advance({ isDecided: true });
    approve.mutate({ ...review.decidable, edits: review.changedEdits }, { onSuccess: decided, onError: comeBack });
  });
  const land = useStableCallback(() => advance({ hasLanded: true }));
  const advance = (news: Partial<typeof flight.current>) => {
    Object.assign(flight.current, news);
    if (flight.current.hasLanded && flight.current.isDecided) report.onGone(approval);
  };
  const comeBack = () => {
    setStamped(null);
    void handle.current?.restoreCard();
    report.onGone(approval);
  };

  const wantsToApprove = () => {
    if (review.mustBeOpened && review.unavailable === null) review.open();
    else if (review.unapprovable === null) void handle.current?.swipe('right');
  };
  const wantsToReject = () => review.unavailable === null && setRejecting(true);

  // The library sends the card off to the right by itself where that is allowed, and brings it back otherwise.
  useDrag(dragged, {
    onEnd: (distance: Distance) => {
      const intent = heedsDrags ? intentOf(distance) : null;
      if (intent === 'reject') wantsToReject();
      if (intent === 'approve' && review.unapprovable !== null) wantsToApprove();
    },
    onCancel: () => void handle.current?.restoreCard(),
  });
  const guard = useDragGuard(dragged);

  const preventSwipe = usePreventSwipe(() => heedsDrags && review.unapprovable === null);
  useArrowKeys(region, leaving || !heedsKeys ? null : { onLeft: wantsToReject, onRight: wantsToApprove });

  return (
    <>
      <Frame
        ref={frame}
        tabIndex={leaving ? -1 : 0}
        role="group"
        aria-label={`Pending approval: ${approval.title}. Right arrow approves, left arrow rejects.`}
        inert={leaving}
        leaving={leaving}
        aria-disabled={!settled || undefined}
      >
        <div ref={dragged} {...guard}>
          <TinderCard
            ref={handle}
            swipeRequirementType="position"
            swipeThreshold={SWIPE_THRESHOLD_PX}
            preventSwipe={preventSwipe}
            onSwipe={leave}
            onCardLeftScreen={land}
          >
            <DragStamps card={dragged} stamped={stamped} />
            <ApprovalCard approval={approval} review={review} height={CONTENT_HEIGHT_PX} compact />
          </TinderCard>
        </div>
        {!leaving && (
          <SwipeActions
            canReject={review.unavailable === null}
            canApprove={review.unapprovable === null}
            onReject={() => settled && wantsToReject()}
            onApprove={() => settled && wantsToApprove()}
          />
        )}
      </Frame>
      <CompleteContentDialog title={approval.title} review={review} />
      <RejectDialog
        open={rejecting}
        onClose={() => setRejecting(false)}
        onRejected={() => void handle.current?.swipe('left')}
        item={{ ...review.decidable, title: approval.title }}
        taskTitle={approval.task.title}
        projectName={approval.task.project.name}
      />
    </>
  );
});

const Frame = chakra('div', {
  base: { gridArea: '1 / 1', minWidth: 0, rounded: 'card', userSelect: 'none' },
  variants: {
    leaving: { true: { zIndex: 1, pointerEvents: 'none' }, false: { '& [role=group]': { cursor: 'grab' } } },
  },
});
