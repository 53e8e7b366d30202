import { CircleAlert } from 'lucide-react';
import { useAfter } from '../../../lib/timing/use-after.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import type { Review } from './use-review.ts';

/** A delay shorter than this needs no explanation. */
const PATIENCE_MS = 1000;

/** Why it cannot be decided yet, and how to change that. */
export function ReviewNotice({ review }: { review: Review }) {
  const hasWaited = useAfter(PATIENCE_MS);
  if (review.isSettling && !hasWaited) return null;
  if (review.unapprovable === null && !review.mustBeOpened) return null;
  return (
    <Notice>
      {review.unapprovable !== null && (
        <>
          <CircleAlert size={16} aria-hidden />
          <p>{review.unapprovable}</p>
        </>
      )}
      {review.mustBeOpened && (
        <Button className="pressable" variant="outline" size="sm" onClick={review.open}>
          Open complete content
        </Button>
      )}
    </Notice>
  );
}
