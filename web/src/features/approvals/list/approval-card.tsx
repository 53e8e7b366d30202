import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { EndOfContent } from '../../../entities/task-item/seen/end-of-content.tsx';
import { SeenScope } from '../../../entities/task-item/seen/seen-scope.tsx';
import { SeenStatus } from '../../../entities/task-item/seen/seen-status.tsx';
import { useStoodOnScreen } from '../../../lib/use-stood-on-screen.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Clamp } from '../../../ui/text/clamp.tsx';
import { SMALL, TINY } from '../../../ui/viewport/media.ts';
import { CommentsButton } from '../opened-view/comments-button.tsx';
import { SecondTapOffer } from '../press-guards/second-tap-offer.tsx';
import { ApprovalHead } from '../review/approval-head.tsx';
import { ReviewContent } from '../review/review-content.tsx';
import { ReviewNotice } from '../review/review-notice.tsx';
import { type Review, STANDS_MS } from '../review/use-review.ts';
import { ComparedBelow } from './compared-below.tsx';

interface ApprovalCardProps {
  approval: Approval;
  review: Review;
  /** The decision buttons; null where an answer is required instead. */
  actions: ReactNode;
  answer?: ReactNode;
  /** Selects it, among others. */
  select?: ReactNode;
  offersSecondTap?: boolean;
  /** Offers a rule for similar requests. */
  rule?: ReactNode;
  /** What is below this card's decision has moved. */
  onMoved: () => void;
}

/** Maximum height of the content in pixels before it is cut. */
const CONTENT_HEIGHT_PX = 440;

/** One request in the list: its origin, title, risk, exact content, and the decision. */
export function ApprovalCard({
  approval,
  review,
  actions,
  answer,
  select,
  offersSecondTap = false,
  rule,
  onMoved,
}: ApprovalCardProps) {
  const headingId = useId();
  const onScreen = useStoodOnScreen(STANDS_MS, review.comeUp);
  return (
    <SeenScope record={review.record} required={review.required}>
      <Card
        ref={onScreen}
        role="group"
        aria-labelledby={headingId}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="12px"
        width="100%"
      >
        <ApprovalHead approval={approval} subject={review.subject} headingId={headingId} />
        <Body>
          <Clamp height={CONTENT_HEIGHT_PX} of={approval.title}>
            <ReviewContent review={review} />
          </Clamp>
          {answer ? null : <EndOfContent />}
          <ReviewNotice review={review} />
          {answer}
          {offersSecondTap && <SecondTapOffer />}
          {!answer && (
            <Foot>
              <More>
                {select}
                <CommentsButton review={review} />
                {rule}
              </More>
              <Decision data-covers="bottom">
                {!review.mustBeOpened && <SeenStatus />}
                <Actions>{actions}</Actions>
              </Decision>
            </Foot>
          )}
        </Body>
        <ComparedBelow review={review} onMoved={onMoved} />
      </Card>
    </SeenScope>
  );
}

const PHONE = `@media ${SMALL}`;

/** Everything below the head, which the decision of a card that is only beginning never covers. */
const Body = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minW: 0,
    // What takes the focus does not stay behind the decision, which is up to two lines high.
    [PHONE]: {
      '& :not([data-covers], [data-covers] *)': { scrollMarginBottom: 'calc(112px + env(safe-area-inset-bottom))' },
    },
  },
});

const Actions = chakra('div', {
  base: {
    display: 'flex',
    gap: '8px',
    ms: 'auto',
    [TINY]: { gap: '4px', '& > button': { px: '6px', textStyle: 'sm' } },
  },
});

const Foot = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    [PHONE]: { display: 'contents' },
  },
});

const More = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '16px', _empty: { display: 'none' } },
});

/**
 * On a phone it stays at the lower edge of the screen, within its card: a card is often higher than what is left of the
 * screen. While several are chosen, another bar stands there.
 */
const Decision = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: { base: '8px 4px', md: '8px' },
    ms: 'auto',
    [PHONE]: {
      position: 'sticky',
      bottom: 'env(safe-area-inset-bottom)',
      zIndex: 1,
      width: '100%',
      mb: '-8px',
      py: '8px',
      bg: 'bg.surface',
      borderTopWidth: '1px',
      '[data-choosing] &': { position: 'relative', bottom: 0, zIndex: 'auto' },
    },
  },
});
