import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { CRAMPED, LOW } from '../../../ui/viewport/media.ts';

interface SwipePagerProps {
  /** Position of the shown card, counted from 0. */
  position: number;
  count: number;
  onGo: (position: number) => void;
}

/** The position in the queue, and buttons to its neighbours without deciding. */
export function SwipePager({ position, count, onGo }: SwipePagerProps) {
  return (
    <Bar>
      <Button
        size="sm"
        variant="ghost"
        colorPalette="neutral"
        disabled={position === 0}
        onClick={() => onGo(position - 1)}
      >
        <ChevronLeft size={16} aria-hidden />
        Previous
      </Button>
      <chakra.p role="status" textStyle={{ base: 'xs', sm: 'sm' }} color="fg.muted" textAlign="center">
        {`${position + 1} of ${count} pending approvals`}
      </chakra.p>
      <Button
        size="sm"
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

const countAbove = { '& p': { gridColumn: '1 / -1', order: -1 } };

const Bar = chakra('div', {
  base: {
    flexShrink: 0,
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px',
    width: '100%',
    maxW: '760px',
    mx: 'auto',
    mb: { base: '4px', md: '8px' },
    '& button': { px: { base: '4px', sm: '8px', md: '12px' }, gap: '4px' },
    // Between the buttons it would have a letter to a line.
    [CRAMPED]: { gridTemplateColumns: 'auto auto', justifyContent: 'space-between', ...countAbove },
    // On a low screen it is above the decision buttons, beside the card.
    [LOW]: {
      position: 'absolute',
      top: 0,
      insetEnd: { base: '16px', md: '32px' },
      width: '184px',
      gridTemplateColumns: '1fr 1fr',
      ...countAbove,
    },
  },
});
