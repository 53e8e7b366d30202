import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useId } from 'react';
import { EndOfContent } from '../../../entities/task-item/seen/end-of-content.tsx';
import { SeenScope } from '../../../entities/task-item/seen/seen-scope.tsx';
import { SeenStatus } from '../../../entities/task-item/seen/seen-status.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { useStoodOnScreen } from '../../../lib/use-stood-on-screen.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { sightOf } from '../press-guards/settling.ts';
import { ApprovalHead } from '../review/approval-head.tsx';
import { ReviewContent } from '../review/review-content.tsx';
import { ReviewNotice } from '../review/review-notice.tsx';
import { type Freshness, STANDS_MS, useReview } from '../review/use-review.ts';

/** The state of an entry of the sheet. */
export interface Standing {
  canApprove: boolean;
  canReject: boolean;
}

interface SheetEntryProps {
  approval: Approval;
  freshness: Freshness;
  /** Why it could not be decided. */
  failure: string | undefined;
  onReport: (sight: string, standing: Standing) => void;
  onLeaveOut: ((id: string) => void) | undefined;
}

/** One of the requests that are decided together: its full content, and how much of it is still to be seen. */
export function SheetEntry({ approval, freshness, failure, onReport, onLeaveOut }: SheetEntryProps) {
  const headingId = useId();
  const review = useReview(approval, approval.task.id, freshness);
  const onScreen = useStoodOnScreen(STANDS_MS, review.comeUp);
  const sight = sightOf(approval);
  const { canApprove, unavailable } = review;
  const canReject = unavailable === null;
  useEffect(() => onReport(sight, { canApprove, canReject }), [onReport, sight, canApprove, canReject]);
  return (
    <Entry ref={onScreen} tabIndex={-1} aria-labelledby={headingId}>
      <SeenScope record={review.record} required={review.required}>
        {failure !== undefined && <FormAlert>{failure}</FormAlert>}
        <ApprovalHead approval={approval} subject={review.subject} headingId={headingId} />
        <ReviewContent review={review} unified />
        <EndOfContent />
        <ReviewNotice review={review} />
        <Foot>
          <span>{!review.mustBeOpened && <SeenStatus />}</span>
          {onLeaveOut && (
            <Button variant="ghost" colorPalette="neutral" size="sm" onClick={() => onLeaveOut(approval.id)}>
              Leave out
              <chakra.span srOnly> {visibleText(approval.task.title)}</chakra.span>
            </Button>
          )}
        </Foot>
      </SeenScope>
    </Entry>
  );
}

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    '& + &': { borderTopWidth: '1px', pt: '20px' },
  },
});

const Foot = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
});
