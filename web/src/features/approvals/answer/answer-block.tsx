import { lazy } from 'react';
import { Undrawn } from '../../../entities/task-item/content/undrawn.tsx';
import { fetchedCode } from '../../../ui/loading/fetched-code.ts';
import { LazyPart } from '../../../ui/loading/lazy-part.tsx';
import type { Review } from '../review/use-review.ts';

// Loaded lazily: few agents ask for more than approvals.
const AnswerForm = lazy(() => fetchedCode(import('./answer-form.tsx')));

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
    <LazyPart key={decidable.hash} name="The form" fallback={<Undrawn />}>
      <AnswerForm asked={asked} item={decidable} unavailable={unavailable} {...props} />
    </LazyPart>
  );
}
