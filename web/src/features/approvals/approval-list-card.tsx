import { type Approval, LIST_REJECTION_REASON } from '@countersign/contract';
import { memo } from 'react';
import { Button } from '../../ui/button.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { CompleteContentDialog } from './complete-content-dialog.tsx';
import type { KeptEdits } from './kept-edits.ts';
import { onSingleClick } from './settling.ts';
import { useApproveItem } from './use-approve-item.ts';
import { useRejectItem } from './use-reject-item.ts';
import { type Freshness, useReview } from './use-review.ts';

const CONTENT_HEIGHT_PX = 360;

interface ApprovalListCardProps {
  approval: Approval;
  freshness: Freshness;
  edits: KeptEdits;
  /** Whether a person had the time to see what stands where; asked when a button is pressed. */
  isSettled: () => boolean;
}

/** A request in the list; Reject sends the fixed reason without asking (specification §5). */
export const ApprovalListCard = memo(function ApprovalListCard(props: ApprovalListCardProps) {
  const { approval, freshness, edits, isSettled } = props;
  const review = useReview(approval, approval.task.id, freshness, edits);
  const approve = useApproveItem();
  const reject = useRejectItem();
  const deciding = approve.isPending || reject.isPending;
  const decide = (mutate: () => void) => onSingleClick(() => !deciding && isSettled() && mutate());

  // Not `disabled`: that would take the keyboard away from the button while the answer is on its way.
  const busy = deciding ? { 'aria-disabled': true, opacity: 0.5 } : {};
  const actions = (
    <>
      <Button
        variant="outline"
        colorPalette="reject"
        disabled={review.unavailable !== null}
        {...busy}
        onClick={decide(() => reject.mutate({ ...review.decidable, reason: LIST_REJECTION_REASON }))}
      >
        Reject
      </Button>
      <Button
        colorPalette="approve"
        disabled={review.unapprovable !== null}
        {...busy}
        onClick={decide(() => approve.mutate({ ...review.decidable, edits: review.changedEdits }))}
      >
        Approve
      </Button>
    </>
  );
  return (
    <>
      <ApprovalCard approval={approval} review={review} height={CONTENT_HEIGHT_PX} actions={actions} />
      <CompleteContentDialog title={approval.title} review={review} />
    </>
  );
});
