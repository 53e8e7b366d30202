import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useState } from 'react';
import { commandOf } from '../../entities/task-item/content/describe-content.ts';
import { RiskReasons } from '../../entities/task-item/risk-reasons.tsx';
import { EndOfContent } from '../../entities/task-item/seen/end-of-content.tsx';
import { SeenStatus } from '../../entities/task-item/seen/seen-status.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { AroundBar, BarAtEdge, WordsAboveBar } from '../../entities/task-item/seen/bar-at-edge.tsx';
import { liftToasts } from '../../ui/toaster/use-toasts-above.ts';
import { LOW, SMALL } from '../../ui/viewport/media.ts';
import { AnswerBlock } from './answer/answer-block.tsx';
import { useApproveItem } from './mutations.ts';
import { CommentsButton } from './opened-view/comments-button.tsx';
import { CompleteContentDialog } from './opened-view/complete-content-dialog.tsx';
import { onSingleClick } from './press-guards/settling.ts';
import { IGNORED } from './press-guards/use-ignored-press.ts';
import { usePressGuard } from './press-guards/use-press-guard.ts';
import { SECOND_TAP } from './press-guards/use-second-tap.ts';
import { RejectDialog } from './reject/reject-dialog.tsx';
import { AskedAfterAll } from './review/asked-after-all.tsx';
import { EnforcementNote } from './review/enforcement-note.tsx';
import { keptEdits } from './review/kept-edits.ts';
import { MissingToken } from './review/missing-token.tsx';
import { PublishWords } from './review/publish-words.tsx';
import { ReviewNotice } from './review/review-notice.tsx';
import { useReview } from './review/use-review.ts';

interface ItemDecisionProps {
  /** Undecided, with the hash of the content shown. */
  item: TaskItem & { hash: string };
  taskTitle: string;
  projectId: string;
  projectName: string;
  /** Whether a person had the time to see the current layout; called when a button is pressed. */
  isSettled: () => boolean;
  /** Its content. `words`: title and text of a publish request's pull request, to be shown before its change. */
  renderBody: (words?: ReactNode) => ReactNode;
}

/** An item in its task's history, to be approved or rejected. A rejection asks for its reason. */
export function ItemDecision(props: ItemDecisionProps) {
  const { item, taskTitle, projectId, projectName, isSettled, renderBody } = props;
  // A task's history is never kept in the browser, so it was fetched in this session.
  const review = useReview(item, item.taskId, 'fresh', keptEdits);
  const approve = useApproveItem();
  const [rejecting, setRejecting] = useState(false);
  const { ifMeant, wasIgnored } = usePressGuard(isSettled);
  const sendApproval = () => approve.mutate({ ...review.decidable, edits: review.changedEdits });
  // Only Approve is guarded: Reject opens a dialog first, which decides nothing.
  const pressApprove = onSingleClick(() => ifMeant(() => review.secondTap.tap(sendApproval)));
  const says = wasIgnored ? IGNORED : review.secondTap.isMissing && SECOND_TAP;
  useEffect(() => {
    if (says) liftToasts();
    return liftToasts;
  }, [says]);
  if (review.asked !== null) {
    return (
      <>
        {renderBody()}
        <AnswerBlock review={review} isSettled={isSettled} />
      </>
    );
  }
  const { subject } = review;
  return (
    <Around>
      {renderBody(
        subject.kind === 'publish' && (
          <PublishWords publish={subject.publish} edits={review.edits} onChange={review.setEdits} />
        ),
      )}
      <RiskReasons risk={item.risk} command={commandOf(subject)} />
      <AskedAfterAll ended={item.approvalEnded} />
      <MissingToken subject={subject} />
      <EnforcementNote enforcement={item.enforcement} toolKind={item.toolKind} subject={subject} />
      <EndOfContent />
      <ReviewNotice review={review} />
      <AroundBar>
        <CommentsButton review={review} />
        <BarAtEdge data-covers="bottom" ms="auto">
          <Choice>
            <Button
              variant="outline"
              colorPalette="reject"
              disabled={approve.isPending || review.unavailable !== null}
              onClick={() => setRejecting(true)}
            >
              Reject
            </Button>
            <Button colorPalette="approve" disabled={approve.isPending || !review.canApprove} onClick={pressApprove}>
              Approve
            </Button>
          </Choice>
          <Left>{!review.mustBeOpened && <SeenStatus />}</Left>
          <WordsAboveBar role="status" data-covers={says ? 'bottom' : undefined}>
            {says}
          </WordsAboveBar>
        </BarAtEdge>
      </AroundBar>
      <CompleteContentDialog
        title={item.title}
        review={review}
        deciding={approve.isPending}
        onApprove={sendApproval}
        onReject={() => setRejecting(true)}
      />
      <RejectDialog
        open={rejecting}
        onClose={() => setRejecting(false)}
        item={{ ...item, ...review.decidable }}
        taskTitle={taskTitle}
        projectId={projectId}
        projectName={projectName}
      />
    </Around>
  );
}

/** On a phone, the bar at the lower edge belongs to all of the request around this. */
const Around = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '8px',
    [`@media ${SMALL}`]: { display: 'contents' },
  },
});

/** On a phone held upright, each of the two buttons is half as wide as the card. */
const Choice = chakra('div', {
  base: {
    display: 'flex',
    gap: '8px',
    width: { base: '100%', md: 'auto' },
    '& > *': { flex: { base: 1, md: 'none' } },
    [LOW]: { width: 'auto', ms: 'auto', '& > *': { flex: 'none' } },
  },
});

/** How much is left to be seen. Where it goes as that is read, the buttons stay where they are. */
const Left = chakra('div', {
  base: {
    flex: { base: '1 0 100%', md: 'none' },
    order: -1,
    _empty: { display: 'none' },
    [LOW]: { flex: 'none' },
  },
});
