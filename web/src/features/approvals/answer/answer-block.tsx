import { lazy, Suspense } from 'react';
import { Undrawn } from '../../../entities/task-item/content/undrawn.tsx';
import type { Review } from '../review/use-review.ts';

// Loaded lazily: few agents ask for more than approvals.
const AnswerForm = lazy(() => import('./answer-form.tsx'));

interface AnswerBlockProps {
  review: Review;
  isSettled?: () => boolean;
  onAnswered?: () => void;
}

/** A form for what an agent asks for; nothing for a request for approval. */
export function AnswerBlock({ review, ...props }: AnswerBlockProps) {
  const { asked, decidable, unavailable, mustBeOpened } = review;
  if (asked === null || mustBeOpened) return null;
  return (
    <Suspense fallback={<Undrawn />}>
      <AnswerForm key={decidable.hash} asked={asked} item={decidable} unavailable={unavailable} {...props} />
    </Suspense>
  );
}
