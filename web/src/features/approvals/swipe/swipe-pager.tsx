import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';

interface SwipePagerProps {
  /** Of the card on show, counted from 0. */
  position: number;
  count: number;
  onGo: (position: number) => void;
}

/** Where one is in the queue, and the way to its neighbours without deciding. */
export function SwipePager({ position, count, onGo }: SwipePagerProps) {
  return (
    <Bar>
      <Button variant="ghost" colorPalette="neutral" disabled={position === 0} onClick={() => onGo(position - 1)}>
        <ChevronLeft size={16} aria-hidden />
        Previous
      </Button>
      <chakra.p role="status" textStyle="sm" color="fg.muted" textAlign="center">
        {`${position + 1} of ${count} pending approvals`}
      </chakra.p>
      <Button
        variant="ghost"
        colorPalette="neutral"
        disabled={position >= count - 1}
        onClick={() => onGo(position + 1)}
      >
        Next
        <ChevronRight size={16} aria-hidden />
      </Button>
    </Bar>
  );
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    maxW: '640px',
    mx: 'auto',
    mb: '12px',
  },
});
