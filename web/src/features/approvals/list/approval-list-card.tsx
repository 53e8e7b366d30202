import { type Approval, LIST_REJECTION_REASON } from '@countersign/contract';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { isNowhere, useKeys } from '../../../lib/use-keys.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { WordsAboveBar } from '../../../entities/task-item/seen/bar-at-edge.tsx';
import { liftToasts } from '../../../ui/toaster/use-toasts-above.ts';
import { AnswerBlock } from '../answer/answer-block.tsx';
import { useApproveItem, useRejectItem } from '../mutations.ts';
import { CompleteContentDialog } from '../opened-view/complete-content-dialog.tsx';
import { onSingleClick } from '../press-guards/settling.ts';
import { IGNORED } from '../press-guards/use-ignored-press.ts';
import { usePressGuard } from '../press-guards/use-press-guard.ts';
import { SECOND_TAP } from '../press-guards/use-second-tap.ts';
import { RejectDialog } from '../reject/reject-dialog.tsx';
import { whoIsTold } from '../reject/who-is-told.ts';
import type { KeptEdits } from '../review/kept-edits.ts';
import { type Freshness, useReview } from '../review/use-review.ts';
import { SelectBox, type SelectState } from '../together/select-box.tsx';
import { ApprovalCard } from './approval-card.tsx';

interface ApprovalListCardProps {
  approval: Approval;
  freshness: Freshness;
  edits: KeptEdits;
  /** Whether a person had the time to see this request where it is; called when a button is pressed, must never change. */
  isSettled: (id: string) => boolean;
  /** What is below its decision has moved; must never change. */
  onMoved?: (id: string) => void;
  /** The keyboard focus is, or was, in it. */
  hasKeys?: boolean;
  /** It is the only card: keys are meant for it even while nothing in particular has the focus. */
  isOnly?: boolean;
  /** Nothing else is on its page. */
  isAlone?: boolean;
  offersSecondTap?: boolean;
  offerRule?: ((approval: Approval) => ReactNode) | undefined;
  /** While several can be selected; undefined if this one cannot be. */
  selected?: SelectState | undefined;
  onSelect?: ((id: string) => void) | undefined;
}

/** A request in the list; the Reject button sends a fixed reason, the key asks for one. */
export const ApprovalListCard = memo(function ApprovalListCard(props: ApprovalListCardProps) {
  const { approval, freshness, edits, isSettled, hasKeys = false, isOnly = false, offersSecondTap = false } = props;
  const review = useReview(approval, approval.task.id, freshness, edits);
  const approve = useApproveItem();
  const reject = useRejectItem();
  const [rejecting, setRejecting] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const { ifMeant, wasIgnored } = usePressGuard(() => isSettled(approval.id));
  const deciding = approve.isPending || reject.isPending;
  const press = (act: () => void) => {
    if (!deciding) ifMeant(act);
  };
  const sendApproval = () => approve.mutate({ ...review.decidable, edits: review.changedEdits });
  const sendRejection = () =>
    reject.mutate({
      ...review.decidable,
      reason: LIST_REJECTION_REASON,
      isOnePress: whoIsTold(approval) === 'agent',
    });
  const askForReason = () => {
    setAsked(true);
    setRejecting(true);
  };

  const isForThis = (target: Element) =>
    target.closest('li[data-id]')?.getAttribute('data-id') === approval.id || (isOnly && isNowhere(target));
  const onKey = (act: () => void) => (target: Element) => {
    if (!isForThis(target)) return false;
    if (review.unavailable === null) press(act);
    return true;
  };
  const keys = {
    a: onKey(() => (review.canApprove ? review.secondTap.tap(sendApproval) : review.open())),
    r: onKey(askForReason),
    // On any control inside it, Enter activates that control.
    Enter: (target: Element) => isForThis(target) && (target.matches('li') || isNowhere(target)) && review.open(),
  };
  useKeys(hasKeys || isOnly ? keys : null);

  const says = wasIgnored ? IGNORED : review.secondTap.isMissing && SECOND_TAP;
  useEffect(() => {
    if (!says) return;
    liftToasts();
    return liftToasts;
  }, [says]);
  // Not `disabled`: the button would lose the focus while the reply is on its way.
  const busy = deciding ? { 'aria-disabled': true, opacity: 0.5 } : {};
  const actions = (
    <>
      <WordsAboveBar role="status" data-covers={says ? 'bottom' : undefined}>
        {says}
      </WordsAboveBar>
      <Button
        variant="outline"
        colorPalette="reject"
        disabled={review.unavailable !== null}
        {...busy}
        onClick={onSingleClick(() => press(sendRejection))}
      >
        Reject
      </Button>
      <Button
        colorPalette="approve"
        disabled={!review.canApprove}
        {...busy}
        onClick={onSingleClick(() => press(() => review.secondTap.tap(sendApproval)))}
      >
        Approve
      </Button>
    </>
  );
  const { selected, onSelect } = props;
  return (
    <>
      <ApprovalCard
        approval={approval}
        review={review}
        actions={actions}
        answer={review.asked && <AnswerBlock review={review} isSettled={() => isSettled(approval.id)} />}
        offersSecondTap={offersSecondTap}
        isAlone={props.isAlone ?? false}
        onMoved={props.onMoved ?? nothing}
        rule={props.offerRule?.(approval)}
        select={selected && <SelectBox approval={approval} state={selected} onSelect={onSelect} />}
      />
      {review.wasOpened && (
        <CompleteContentDialog
          title={approval.title}
          review={review}
          deciding={deciding}
          onApprove={sendApproval}
          onReject={sendRejection}
        />
      )}
      {wasAsked && (
        <RejectDialog
          open={rejecting}
          onClose={() => setRejecting(false)}
          item={{ ...approval, ...review.decidable }}
          taskTitle={approval.task.title}
          projectName={approval.task.project.name}
          projectId={approval.task.project.id}
        />
      )}
    </>
  );
});

const nothing = () => undefined;
