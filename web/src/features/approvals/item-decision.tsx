import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { commandOf } from '../../entities/task-item/content/describe-content.ts';
import { RiskReasons } from '../../entities/task-item/risk-reasons.tsx';
import { EndOfContent } from '../../entities/task-item/seen/end-of-content.tsx';
import { SeenStatus } from '../../entities/task-item/seen/seen-status.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { AnswerBlock } from './answer/answer-block.tsx';
import { useApproveItem } from './mutations.ts';
import { CommentsButton } from './opened-view/comments-button.tsx';
import { CompleteContentDialog } from './opened-view/complete-content-dialog.tsx';
import { onSingleClick } from './press-guards/settling.ts';
import { IGNORED, useIgnoredPress } from './press-guards/use-ignored-press.ts';
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
}

/** Approve or reject an item in its task's history. A rejection asks for its reason. */
export function ItemDecision({ item, taskTitle, projectId, projectName, isSettled }: ItemDecisionProps) {
  // A task's history is never kept in the browser, so it was fetched in this session.
  const review = useReview(item, item.taskId, 'fresh', keptEdits);
  const approve = useApproveItem();
  const [rejecting, setRejecting] = useState(false);
  const [wasIgnored, ignore] = useIgnoredPress();
  const sendApproval = () => approve.mutate({ ...review.decidable, edits: review.changedEdits });
  // Only Approve is guarded: Reject opens a dialog first, which decides nothing.
  const pressApprove = onSingleClick(() => (isSettled() ? review.secondTap.tap(sendApproval) : ignore()));
  if (review.asked !== null) return <AnswerBlock review={review} isSettled={isSettled} />;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="8px">
      <RiskReasons risk={item.risk} command={commandOf(review.subject)} />
      <AskedAfterAll ended={item.approvalEnded} />
      <MissingToken subject={review.subject} />
      {review.subject.kind === 'publish' && (
        <PublishWords publish={review.subject.publish} edits={review.edits} onChange={review.setEdits} />
      )}
      <EnforcementNote enforcement={item.enforcement} toolKind={item.toolKind} subject={review.subject} />
      <EndOfContent />
      <ReviewNotice review={review} />
      {!review.mustBeOpened && (
        <chakra.div justifySelf="start">
          <SeenStatus />
        </chakra.div>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap="8px">
        <Choice>
          <Button
            size="sm"
            variant="outline"
            colorPalette="reject"
            disabled={approve.isPending || review.unavailable !== null}
            onClick={() => setRejecting(true)}
          >
            Reject
          </Button>
          <Button
            size="sm"
            colorPalette="approve"
            disabled={approve.isPending || !review.canApprove}
            onClick={pressApprove}
          >
            Approve
          </Button>
        </Choice>
        <CommentsButton review={review} />
        <chakra.span role="status" alignSelf="center" textStyle="sm" color="waiting.fg">
          {wasIgnored ? IGNORED : review.secondTap.isMissing && SECOND_TAP}
        </chakra.span>
      </chakra.div>
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
    </chakra.div>
  );
}

/** On a phone, each of the two buttons is half as wide as the card. */
const Choice = chakra('div', {
  base: {
    display: 'flex',
    gap: '8px',
    width: { base: '100%', md: 'auto' },
    '& > *': { flex: { base: 1, md: 'none' } },
  },
});
