import { MessageSquarePlus } from 'lucide-react';
import { useKeptComments } from '../../../entities/task-item/comments/kept-comments.ts';
import { written } from '../../../entities/task-item/comments/line-comments.ts';
import { plural } from '../../../lib/text/plural.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { isCommentable, type Review } from '../review/use-review.ts';

/** Leads to the opened view, where lines of a change can be commented on; shows how many comments are not sent yet. */
export function CommentsButton({ review }: { review: Review }) {
  const count = written(useKeptComments(review.decidable)).length;
  if (!isCommentable(review.subject) || review.unavailable !== null) return null;
  return (
    <Button className="pressable" variant="ghost" colorPalette="neutral" size="sm" onClick={review.open}>
      <MessageSquarePlus size={16} aria-hidden style={{ pointerEvents: 'none' }} />
      {count === 0 ? 'Comment on lines' : `${plural(count, 'comment')}, not sent`}
    </Button>
  );
}
