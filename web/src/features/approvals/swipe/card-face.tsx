import { type Approval, countsAsHigh } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type Ref, useId } from 'react';
import { EndOfContent } from '../../../entities/task-item/seen/end-of-content.tsx';
import { SeenScope } from '../../../entities/task-item/seen/seen-scope.tsx';
import { SeenStatus } from '../../../entities/task-item/seen/seen-status.tsx';
import { useStoodOnScreen } from '../../../lib/use-stood-on-screen.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { NARROW } from '../../../ui/viewport/media.ts';
import { useMediaQuery } from '../../../ui/viewport/use-media-query.ts';
import { CommentsButton } from '../opened-view/comments-button.tsx';
import { SecondTapOffer } from '../press-guards/second-tap-offer.tsx';
import { ApprovalHead } from '../review/approval-head.tsx';
import { DiffersFromLast } from '../review/differs-from-last.tsx';
import { ReviewContent } from '../review/review-content.tsx';
import { ReviewNotice } from '../review/review-notice.tsx';
import { type Review, STANDS_MS } from '../review/use-review.ts';

interface CardFaceProps {
  approval: Approval;
  review: Review;
  /** Its lower edge, which says how much is left to be seen. */
  edge: Ref<HTMLDivElement>;
}

/**
 * A phone held upright, at the usual size of text: once all of a card was seen, its lower edge has room for a question.
 * Below the content it would stand half behind that edge; elsewhere the bar below would move away as the edge grows.
 */
const UPRIGHT = `(min-width: 20rem) and ${NARROW} and (min-height: 500px)`;

/** One request on a draggable card. As high as there is room; longer content scrolls inside it. */
export function CardFace({ approval, review, edge }: CardFaceProps) {
  const headingId = useId();
  const onScreen = useStoodOnScreen(STANDS_MS, review.comeUp);
  const hasHighEdge = useMediaQuery(UPRIGHT);
  const offersSecondTap = countsAsHigh(approval.risk);
  return (
    <SeenScope record={review.record} required={review.required}>
      <Face ref={onScreen} role="group" aria-labelledby={headingId}>
        <Inside data-scrolls>
          <ApprovalHead approval={approval} subject={review.subject} headingId={headingId} />
          <ReviewContent review={review} unified withoutFields />
          <DiffersFromLast id={approval.id} subject={review.subject} />
          {review.asked === null && <EndOfContent />}
          <CommentsButton review={review} />
          {offersSecondTap && !hasHighEdge && <SecondTapOffer />}
        </Inside>
        <Edge ref={edge}>
          <ReviewNotice review={review} />
          {!review.mustBeOpened && review.asked === null && <SeenStatus />}
          {offersSecondTap && hasHighEdge && review.canApprove && <SecondTapOffer />}
        </Edge>
      </Face>
    </SeenScope>
  );
}

const Face = chakra(Card, {
  base: { display: 'flex', flexDirection: 'column', p: 0, minHeight: 0, flex: { base: '1 1 auto', md: '0 1 auto' } },
});

const Inside = chakra('div', {
  base: {
    // Keeps absolutely positioned elements for screen readers inside the scrolling box.
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    touchAction: 'pan-y',
    px: { base: '12px', md: '20px' },
    // On the first child, not on the box: a sticky header would stick below the box's padding.
    '& > :first-of-type': { pt: { base: '10px', md: '16px' } },
    '& > :last-child': { pb: { base: '10px', md: '16px' } },
    rounded: 'card',
  },
});

/** At the lower edge of the card, never over its lines. */
const Edge = chakra('div', {
  base: {
    flexShrink: 0,
    display: 'grid',
    gap: '8px',
    justifyItems: 'center',
    borderTopWidth: '1px',
    px: '12px',
    py: '4px',
    _empty: { display: 'none' },
  },
});
