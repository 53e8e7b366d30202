import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useAfter } from '../../lib/use-after.ts';
import type { Review } from './use-review.ts';

/** A delay shorter than this needs no explanation. */
const PATIENCE_MS = 1000;

/** Why it cannot be decided yet, and the way to change that. */
export function ReviewNotice({ review }: { review: Review }) {
  const hasWaited = useAfter(PATIENCE_MS);
  if (review.isSettling && !hasWaited) return null;
  if (review.unapprovable === null && !review.mustBeOpened) return null;
  return (
    <Notice>
      {review.unapprovable !== null && (
        <chakra.p display="flex" gap="6px">
          <CircleAlert size={16} aria-hidden />
          {review.unapprovable}
        </chakra.p>
      )}
      {review.mustBeOpened && (
        <Button className="pressable" variant="outline" size="sm" onClick={review.open}>
          Open complete content
        </Button>
      )}
    </Notice>
  );
}

const Notice = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    px: '12px',
    py: '8px',
    rounded: 'control',
    bg: 'waiting.subtle',
    color: 'waiting.fg',
    textStyle: 'sm',
    '& svg': { flexShrink: 0, mt: '2px', pointerEvents: 'none' },
  },
});
