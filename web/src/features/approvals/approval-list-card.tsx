import { type Approval, LIST_REJECTION_REASON } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { memo } from 'react';
import { Button } from '../../ui/button.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { CompleteContentDialog } from './complete-content-dialog.tsx';
import type { KeptEdits } from './kept-edits.ts';
import { useApproveItem, useRejectItem } from './mutations.ts';
import { onSingleClick } from './settling.ts';
import { IGNORED, useIgnoredPress } from './use-ignored-press.ts';
import { type Freshness, useReview } from './use-review.ts';

interface ApprovalListCardProps {
  approval: Approval;
  freshness: Freshness;
  edits: KeptEdits;
  /** Whether a person had the time to see what stands where; asked when a button is pressed. */
  isSettled: () => boolean;
}

/** A request in the list; Reject sends a fixed reason without asking for one. */
export const ApprovalListCard = memo(function ApprovalListCard(props: ApprovalListCardProps) {
  const { approval, freshness, edits, isSettled } = props;
  const review = useReview(approval, approval.task.id, freshness, edits);
  const approve = useApproveItem();
  const reject = useRejectItem();
  const [wasIgnored, ignore] = useIgnoredPress();
  const deciding = approve.isPending || reject.isPending;
  const decide = (mutate: () => void) =>
    onSingleClick(() => {
      if (deciding) return;
      if (isSettled()) mutate();
      else ignore();
    });
  const sendApproval = () => approve.mutate({ ...review.decidable, edits: review.changedEdits });
  const sendRejection = () => reject.mutate({ ...review.decidable, reason: LIST_REJECTION_REASON });

  // Not `disabled`: that would take the keyboard away from the button while the answer is on its way.
  const busy = deciding ? { 'aria-disabled': true, opacity: 0.5 } : {};
  const actions = (
    <>
      <chakra.span role="status" alignSelf="center" textStyle="sm" color="waiting.fg">
        {wasIgnored && IGNORED}
      </chakra.span>
      <Button
        variant="outline"
        colorPalette="reject"
        disabled={review.unavailable !== null}
        {...busy}
        onClick={decide(sendRejection)}
      >
        Reject
      </Button>
      <Button colorPalette="approve" disabled={!review.canApprove} {...busy} onClick={decide(sendApproval)}>
        Approve
      </Button>
    </>
  );
  return (
    <>
      <ApprovalCard approval={approval} review={review} actions={actions} />
      <CompleteContentDialog
        title={approval.title}
        review={review}
        deciding={deciding}
        onApprove={sendApproval}
        onReject={sendRejection}
      />
    </>
  );
});
