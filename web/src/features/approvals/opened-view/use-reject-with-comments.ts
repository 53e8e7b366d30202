import { REJECTION_REASON_MAX, type TaskItem } from '@countersign/contract';
import { keepComments, useKeptComments } from '../../../entities/task-item/comments/kept-comments.ts';
import { reasonOf, written } from '../../../entities/task-item/comments/line-comments.ts';
import { useRejectItem } from '../mutations.ts';
import type { Review } from '../review/use-review.ts';

/** The comments on lines of a request, and the single rejection that sends all of them. */
export function useRejectWithComments({ decidable, close }: Review, onRejected?: () => void) {
  const comments = written(useKeptComments(decidable));
  const reject = useRejectItem();
  const reason = reasonOf(comments);
  const done = (item: TaskItem | null) => {
    // A rejection that waits for the network may be taken back, or refused: then the comments are still needed.
    if (item !== null) keepComments(decidable, []);
    close();
    onRejected?.();
  };
  return {
    count: comments.length,
    /** Why they cannot be sent, or null: they are never truncated. */
    tooLong:
      comments.length > 0 && reason.length > REJECTION_REASON_MAX
        ? `The comments with their lines are ${reason.length.toLocaleString('en')} characters long, and a rejection has room for ${REJECTION_REASON_MAX.toLocaleString('en')}. Shorten or remove some.`
        : null,
    isPending: reject.isPending,
    send: () => reject.mutate({ ...decidable, reason }, { onSuccess: done }),
  };
}
