import type { TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CompleteContentDialog } from './complete-content-dialog.tsx';
import { EnforcementNote } from './enforcement-note.tsx';
import { PublishEditsForm } from './publish-edits-form.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewNotice } from './review-notice.tsx';
import { useApproveItem } from './use-approve-item.ts';
import { useReview } from './use-review.ts';

interface ItemDecisionProps {
  /** Undecided, with the hash of what is shown. */
  item: TaskItem & { hash: string };
  taskTitle: string;
  projectName: string;
}

/** Approve or reject where the item stands in its task's history. A rejection asks for its reason. */
export function ItemDecision({ item, taskTitle, projectName }: ItemDecisionProps) {
  // A task's history is never kept in the browser: what is here was fetched in this session.
  const review = useReview(item, item.taskId, 'fresh');
  const approve = useApproveItem();
  const [rejecting, setRejecting] = useState(false);
  return (
    <chakra.div display="grid" gap="8px">
      <EnforcementNote enforcement={item.enforcement} />
      {review.subject.kind === 'publish' && (
        <PublishEditsForm publish={review.subject.publish} edits={review.edits} onChange={review.setEdits} />
      )}
      <ReviewNotice review={review} />
      <chakra.div display="flex" gap="8px">
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
          disabled={approve.isPending || review.unapprovable !== null}
          onClick={() => approve.mutate({ ...review.decidable, edits: review.changedEdits })}
        >
          Approve
        </Button>
      </chakra.div>
      <CompleteContentDialog title={item.title} review={review} />
      <RejectDialog
        open={rejecting}
        onClose={() => setRejecting(false)}
        item={{ ...review.decidable, title: item.title }}
        taskTitle={taskTitle}
        projectName={projectName}
      />
    </chakra.div>
  );
}
