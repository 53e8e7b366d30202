import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { plural } from '../../../lib/plural.ts';
import { Button } from '../../../ui/button.tsx';

interface TriageLineProps {
  /** Requests that pass the filters, and those that have arrived. */
  shown: number;
  arrived: number;
  /** How many there are in all; more than have arrived while a long queue is on its way. */
  total: number;
  narrowed: boolean;
  onClear: () => void;
  children?: ReactNode;
}

/** How many requests wait and how many of them are shown, with the way back to all; what search and filters have not seen yet. */
export function TriageLine({ shown, arrived, total, narrowed, onClear, children }: TriageLineProps) {
  return (
    <Line>
      <chakra.p role="status" color="fg.muted" textStyle="sm" flex="1 1 auto">
        {narrowed
          ? `${shown.toLocaleString('en')} of ${plural(total, 'approval')} shown`
          : plural(total, 'pending approval')}
        {arrived < total &&
          `. ${arrived.toLocaleString('en')} of them have arrived; search and filters look at these so far.`}
      </chakra.p>
      {children}
      {narrowed && (
        <Button variant="ghost" size="sm" onClick={onClear}>
          Clear Filters
        </Button>
      )}
    </Line>
  );
}

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    columnGap: '12px',
    minH: '32px',
    mb: { base: '4px', md: '12px' },
    flexShrink: 0,
  },
});
