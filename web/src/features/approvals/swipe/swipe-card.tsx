import { type Approval, SWIPE_THRESHOLD_PX } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import TinderCard from 'react-tinder-card';
import { FIELDS } from '../../../lib/stray-keys.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { LOW } from '../../../ui/viewport/media.ts';
import { useApproveItem } from '../mutations.ts';
import { CompleteContentDialog } from '../opened-view/complete-content-dialog.tsx';
import { sightOf } from '../press-guards/settling.ts';
import { IGNORED } from '../press-guards/use-ignored-press.ts';
import { usePressGuard } from '../press-guards/use-press-guard.ts';
import { SECOND_TAP } from '../press-guards/use-second-tap.ts';
import { RejectDialog } from '../reject/reject-dialog.tsx';
import type { KeptEdits } from '../review/kept-edits.ts';
import { type Freshness, useReview } from '../review/use-review.ts';
import { newHold } from '../undo/hold.ts';
import { CardFace } from './card-face.tsx';
import { DragStamps } from './drag/drag-stamps.tsx';
import { useCardDrag } from './drag/use-card-drag.ts';
import { SwipeActions } from './swipe-actions.tsx';
import { useCardKeys } from './use-card-keys.ts';
import { useFlight } from './use-flight.ts';

interface SwipeCardProps {
  approval: Approval;
  freshness: Freshness;
  edits: KeptEdits;
  /** The part of the page in which the arrow keys apply to the card. */
  region: RefObject<HTMLElement | null>;
  /** The person had the time to see it, or asked for it: only then do buttons and keys decide. */
  settled: boolean;
  /** That, or a drag that begins can be meant for no other: it follows the person's own decision, or none was shown. */
  expected: boolean;
  /** It has been decided and is leaving. */
  leaving: boolean;
  takesFocus: boolean;
  /** Whether one of its dialogs is open: then it must stay. */
  onBusy: (isBusy: boolean) => void;
  onLeave: (approval: Approval) => void;
  /** It has left: out of sight and decided, or refused by the server and back in the queue. */
  onGone: (approval: Approval) => void;
}

/** One request that can be dragged right to approve or left to reject; buttons and arrow keys do the same. */
export const SwipeCard = memo(function SwipeCard({
  approval,
  freshness,
  edits,
  region,
  settled,
  expected,
  leaving,
  takesFocus,
  onBusy,
  onLeave,
  onGone,
}: SwipeCardProps) {
  const review = useReview(approval, approval.task.id, freshness, edits);
  const approve = useApproveItem();
  /** Where this decision is made: one from the opened view goes to the agent at once. */
  const isOpened = useRef(false);
  const [rejecting, setRejecting] = useState<'card' | 'opened' | null>(null);
  const { ifMeant, ignore, wasIgnored } = usePressGuard(() => settled);
  const frame = useRef<HTMLDivElement>(null);
  const dragged = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<HTMLDivElement | null>(null);

  useEffect(() => {
    // Another one may have come up while somebody types into the search box; the field of a reason goes with its dialog.
    const field = document.activeElement?.closest(FIELDS);
    if (takesFocus && (!field || field.closest('[role=dialog]'))) frame.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const isBusy = rejecting !== null || review.isOpen;
  useEffect(() => {
    if (!isBusy) return;
    onBusy(true);
    return () => onBusy(false);
  }, [isBusy, onBusy]);

  const { handle, stamped, leave, land, flyOff, putBack } = useFlight({
    approve: (answered) => {
      const hold = isOpened.current ? {} : newHold();
      // If it is refused, the next one may be made on the card.
      isOpened.current = false;
      approve.mutate({ ...review.decidable, edits: review.changedEdits, ...hold }, answered);
    },
    onLeave: () => onLeave(approval),
    onGone: () => onGone(approval),
  });

  const askForReason = (from: 'card' | 'opened') => review.unavailable === null && setRejecting(from);
  const wantsToReject = () => void askForReason('card');
  const wantsToApprove = () => {
    if (review.canApprove) review.secondTap.tap(() => flyOff('right'));
    else if (review.unavailable === null) review.open();
  };
  const pressReject = () => ifMeant(wantsToReject);
  const pressApprove = () => ifMeant(wantsToApprove);

  const { guard, preventSwipe } = useCardDrag(dragged, {
    sight: sightOf(approval),
    isExpected: expected,
    leaving,
    // Nothing remains to be read, or tapped again, first.
    fliesOff: () => review.canApprove && review.secondTap.isGiven(),
    onReject: wantsToReject,
    onApprove: wantsToApprove,
    onIgnored: ignore,
    onCancel: putBack,
  });
  useCardKeys(region, frame, leaving ? null : { onReject: pressReject, onApprove: pressApprove, onOpen: review.open });

  const right = review.asked !== null ? 'opens the form' : review.canApprove ? 'approves' : 'opens all of it';
  return (
    <>
      <Frame
        ref={frame}
        tabIndex={leaving ? -1 : 0}
        role="group"
        aria-label={`Pending approval: ${visibleText(approval.title)}. Right arrow ${right}, left arrow rejects.`}
        inert={leaving}
        leaving={leaving}
        aria-disabled={!settled || undefined}
      >
        <Dragged ref={dragged} {...guard}>
          <TinderCard
            ref={handle}
            swipeRequirementType="position"
            swipeThreshold={SWIPE_THRESHOLD_PX}
            preventSwipe={preventSwipe}
            onSwipe={leave}
            onCardLeftScreen={land}
          >
            <DragStamps card={dragged} stamped={stamped} approves={review.asked === null} />
            <CardFace approval={approval} review={review} edge={setEdge} />
          </TinderCard>
        </Dragged>
        {!leaving && (
          <SwipeActions
            canReject={review.unavailable === null}
            canApprove={review.canApprove}
            asksForAnswer={review.asked !== null}
            isFresh={!settled}
            says={wasIgnored ? IGNORED : review.secondTap.isMissing ? SECOND_TAP : null}
            edge={edge}
            onReject={pressReject}
            onApprove={pressApprove}
          />
        )}
      </Frame>
      <CompleteContentDialog
        title={approval.title}
        review={review}
        onApprove={() => {
          isOpened.current = true;
          flyOff('right');
        }}
        onReject={() => askForReason('opened')}
        onRejected={() => flyOff('left')}
      />
      <RejectDialog
        open={rejecting !== null}
        isHeld={rejecting === 'card'}
        onClose={() => setRejecting(null)}
        onRejected={() => flyOff('left')}
        item={{ ...approval, ...review.decidable }}
        taskTitle={approval.task.title}
        projectName={approval.task.project.name}
        projectId={approval.task.project.id}
      />
    </>
  );
});

/** As high as its card and its bar need, but no higher than the available space. */
const Frame = chakra('div', {
  base: {
    gridArea: '1 / 1',
    minWidth: 0,
    minHeight: 0,
    display: 'flex',
    flexDirection: 'column',
    rounded: 'card',
    userSelect: 'none',
    [LOW]: { flexDirection: 'row', gap: '16px' },
  },
  variants: {
    leaving: { true: { zIndex: 1, pointerEvents: 'none' }, false: { '& [role=group]': { cursor: 'grab' } } },
  },
});

const filling = {
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  flex: { base: '1 1 auto', md: '0 1 auto' },
} as const;

const Dragged = chakra('div', {
  base: { ...filling, minWidth: 0, touchAction: 'pan-y', '& > div': filling, [LOW]: { flex: '1 1 0' } },
});
