import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { EndOfContent } from '../../../entities/task-item/seen/end-of-content.tsx';
import { SeenScope } from '../../../entities/task-item/seen/seen-scope.tsx';
import { SeenStatus } from '../../../entities/task-item/seen/seen-status.tsx';
import { useStoodOnScreen } from '../../../lib/use-stood-on-screen.ts';
import { AboveBar, AroundBar, BarAtEdge } from '../../../entities/task-item/seen/bar-at-edge.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Clamp } from '../../../ui/text/clamp.tsx';
import { TINY } from '../../../ui/viewport/media.ts';
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
  /** Nothing else is on its page: it is not cut, and its decision stays in view. */
  isAlone?: boolean;
  /** Offers a rule for similar requests. */
  rule?: ReactNode;
  /** What is below this card's decision has moved. */
  onMoved: (id: string) => void;
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
  isAlone = false,
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
        <AboveBar alone={isAlone}>
          {isAlone ? (
            <ReviewContent review={review} />
          ) : (
            <Clamp height={CONTENT_HEIGHT_PX} of={approval.title}>
              <ReviewContent review={review} />
            </Clamp>
          )}
          {answer ? null : <EndOfContent />}
          <ReviewNotice review={review} />
          {answer}
          {offersSecondTap && <SecondTapOffer />}
          {!answer && (
            <AroundBar alone={isAlone} data-covers={isAlone ? 'bottom' : undefined}>
              <More>
                {select}
                <CommentsButton review={review} />
                {rule}
              </More>
              <BarAtEdge data-covers="bottom" ms="auto">
                {!review.mustBeOpened && <SeenStatus />}
                <Actions>{actions}</Actions>
              </BarAtEdge>
            </AroundBar>
          )}
        </AboveBar>
        <ComparedBelow review={review} onMoved={onMoved} />
      </Card>
    </SeenScope>
  );
}

const Actions = chakra('div', {
  base: {
    display: 'flex',
    gap: '8px',
    ms: 'auto',
    [TINY]: { gap: '4px', '& > button': { px: '6px', textStyle: 'sm' } },
  },
});

const More = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '16px', _empty: { display: 'none' } },
});
