import { chakra } from '@chakra-ui/react/styled-system';
import { CommentScope } from '../../../entities/task-item/comments/comment-scope.tsx';
import { commandOf } from '../../../entities/task-item/content/describe-content.ts';
import { ItemTitle } from '../../../entities/task-item/content/item-title.tsx';
import { RiskReasons } from '../../../entities/task-item/risk-reasons.tsx';
import { EndOfContent } from '../../../entities/task-item/seen/end-of-content.tsx';
import { SeenScope } from '../../../entities/task-item/seen/seen-scope.tsx';
import { SeenStatus } from '../../../entities/task-item/seen/seen-status.tsx';
import { plural } from '../../../lib/text/plural.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { AnswerBlock } from '../answer/answer-block.tsx';
import { DiffersFromLast } from '../review/differs-from-last.tsx';
import { ReviewContent } from '../review/review-content.tsx';
import { onSingleClick } from '../press-guards/settling.ts';
import { useRejectWithComments } from './use-reject-with-comments.ts';
import { IGNORED } from '../press-guards/use-ignored-press.ts';
import { usePressGuard } from '../press-guards/use-press-guard.ts';
import { isCommentable, type Review } from '../review/use-review.ts';
import { SECOND_TAP } from '../press-guards/use-second-tap.ts';
import { useSettledList } from '../press-guards/use-settled-list.ts';

interface CompleteContentDialogProps {
  title: string;
  review: Review;
  /** The decision is on its way to the server. */
  deciding?: boolean;
  onApprove: () => void;
  onReject: () => void;
  /** The server has accepted a rejection with comments. */
  onRejected?: () => void;
}

/** The opened view: everything a request contains, with room to read and scroll, and its decision below. */
export function CompleteContentDialog(props: CompleteContentDialogProps) {
  const { title, review, deciding, onApprove, onReject, onRejected } = props;
  const commented = useRejectWithComments(review, onRejected);
  const isBusy = deciding || commented.isPending;
  const failed = review.error !== null && review.mustBeOpened && !review.loading;
  // The text of a request to start changes with its task, also while it is open.
  const isSettled = useSettledList([review.decidable]);
  const { ifMeant, wasIgnored } = usePressGuard(() => isSettled);
  const decide = (how: () => void) => () => {
    review.close();
    how();
  };
  return (
    <SeenScope record={review.record} required={review.required}>
      <Dialog
        open={review.isOpen}
        onClose={review.close}
        title={<ItemTitle as="span" title={title} subject={review.subject} />}
        size="lg"
        footer={
          review.asked === null && (
            <>
              <Status>
                <SeenStatus />
                <span role="status">
                  {wasIgnored ? IGNORED : (commented.tooLong ?? (review.secondTap.isMissing && SECOND_TAP))}
                </span>
              </Status>
              <Button
                variant="ghost"
                colorPalette="neutral"
                // On a phone there is no room beside the longer label; the cross also closes the dialog.
                hideBelow={commented.count > 0 ? 'sm' : undefined}
                onClick={review.close}
              >
                Done
              </Button>
              <Button
                variant="outline"
                colorPalette="reject"
                disabled={isBusy || review.unavailable !== null || commented.tooLong !== null}
                onClick={() => ifMeant(commented.count > 0 ? commented.send : decide(onReject))}
              >
                {commented.count > 0 ? `Reject with ${plural(commented.count, 'comment')}` : 'Reject'}
              </Button>
              <Button
                colorPalette="approve"
                disabled={isBusy || !review.canApprove}
                onClick={onSingleClick(() => ifMeant(() => review.secondTap.tap(decide(onApprove))))}
              >
                Approve
              </Button>
            </>
          )
        }
      >
        {failed && <LoadFailure what="The complete content" error={review.error} onRetry={review.retry} />}
        {review.loading && (
          <chakra.div display="grid" placeItems="center" minH="120px">
            <Spinner label="Loading the complete content" />
          </chakra.div>
        )}
        {!failed && !review.loading && (
          // Reachable by Tab, so that the keyboard can scroll it.
          <Whole tabIndex={0} role="group" aria-label="Complete content">
            <RiskReasons risk={review.shown.risk} command={commandOf(review.subject)} />
            {isCommentable(review.subject) ? (
              <CommentScope {...review.decidable}>
                <Hint>Press a line number to comment on that line.</Hint>
                <ReviewContent review={review} unified />
              </CommentScope>
            ) : (
              <ReviewContent review={review} unified />
            )}
            {review.isOpen && <DiffersFromLast id={review.decidable.id} subject={review.subject} />}
            {review.asked === null ? (
              <EndOfContent />
            ) : (
              <AnswerBlock review={review} isSettled={() => isSettled} onAnswered={review.close} />
            )}
          </Whole>
        )}
      </Dialog>
    </SeenScope>
  );
}

/** Its focus ring stands within its own padding, apart from the text; outside of it the dialog would cut it off. */
const Whole = chakra('div', {
  base: {
    display: 'grid',
    gap: '12px',
    mx: '-12px',
    px: '12px',
    my: '-4px',
    py: '8px',
    rounded: 'control',
    _focusVisible: { outlineOffset: '-3px' },
  },
});

const Hint = chakra('p', { base: { mb: '8px', textStyle: 'sm', color: 'fg.muted' } });

/** Above the buttons where there is no room beside them. */
const Status = chakra('span', {
  base: { flex: { base: '1 0 100%', sm: '1' }, display: 'flex', _empty: { display: 'none' } },
});
