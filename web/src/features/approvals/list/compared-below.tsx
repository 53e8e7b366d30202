import { chakra } from '@chakra-ui/react/styled-system';
import { type RefCallback, useCallback } from 'react';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import { DiffersFromLast } from '../review/differs-from-last.tsx';
import type { Review } from '../review/use-review.ts';

interface ComparedBelowProps {
  review: Review;
  /** What is below the card of this request has moved. */
  onMoved: (id: string) => void;
}

/**
 * The comparison with what was decided before, below a card's decision: it comes up later, and the buttons stay where
 * they are. Those of the next cards do not, which the list is told.
 */
export function ComparedBelow({ review, onMoved }: ComparedBelowProps) {
  const { id } = review.decidable;
  const ref = useResized(() => onMoved(id));
  if (!review.hasStood || review.asked !== null || review.unavailable !== null) return null;
  return (
    <Below ref={ref}>
      <DiffersFromLast id={id} subject={review.subject} />
    </Below>
  );
}

/** With nothing to compare, the card ends with its decision. */
const Below = chakra('div', { base: { _empty: { display: 'none' } } });

/** Calls `resized` when the height of an element has changed; returns the ref to put on it. */
function useResized(resized: () => void): RefCallback<HTMLElement> {
  const tell = useStableCallback(resized);
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      let height = 0;
      const observer = new ResizeObserver(() => {
        if (element.offsetHeight === height) return;
        height = element.offsetHeight;
        tell();
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [tell],
  );
}
