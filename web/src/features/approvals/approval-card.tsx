import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';
import { Clamp } from '../../ui/clamp.tsx';
import { visibleText } from '../../ui/content/visible-text.ts';
import { ItemTypeBadge } from '../../ui/item-type-badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { EnforcementNote } from './enforcement-note.tsx';
import { ReviewContent } from './review-content.tsx';
import { ReviewNotice } from './review-notice.tsx';
import type { Review } from './use-review.ts';

interface ApprovalCardProps {
  approval: Approval;
  review: Review;
  /** Pixels of content before it is cut. */
  height: number;
  /** For a card that is dragged: all that is longer than the card is shown in a view of its own. */
  compact?: boolean;
  actions?: ReactNode;
}

/** One request, the same in list and swipe mode: where from, what, how risky, and its exact content. */
export function ApprovalCard({ approval, review, height, compact = false, actions }: ApprovalCardProps) {
  const headingId = useId();
  const { task } = approval;
  return (
    <Card role="group" aria-labelledby={headingId} display="grid" gap="12px" width="100%">
      <chakra.div display="grid" gap="8px">
        <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          <Origin className="pressable" to={`/projects/${task.project.id}`}>
            {task.project.name}
          </Origin>
          {' › '}
          <Origin className="pressable" to={`/tasks/${task.id}`}>
            {task.title}
          </Origin>
        </chakra.p>
        <chakra.h2 id={headingId} textStyle="cardTitle" overflowWrap="anywhere">
          {visibleText(approval.title)}
        </chakra.h2>
        <chakra.div display="flex" flexWrap="wrap" gap="6px">
          <ItemTypeBadge type={approval.type} />
          <RiskBadge toolKind={approval.toolKind} />
        </chakra.div>
        <EnforcementNote enforcement={approval.enforcement} />
      </chakra.div>
      <Clamp height={height} of={approval.title} onShowAll={compact || review.mustBeOpened ? review.open : undefined}>
        <ReviewContent review={review} unified={compact} readOnly={compact} />
      </Clamp>
      <ReviewNotice review={review} />
      <Foot>
        <chakra.span color="fg.muted" textStyle="sm">
          <RelativeTime iso={approval.createdAt} />
        </chakra.span>
        {actions && (
          <chakra.div display="flex" gap="8px">
            {actions}
          </chakra.div>
        )}
      </Foot>
    </Card>
  );
}

const Origin = chakra(TextLink, { base: { color: 'fg.muted', fontWeight: '400', _hover: { color: 'fg' } } });

const Foot = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '12px' },
});
