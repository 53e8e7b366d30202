import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { plural } from '../../../lib/text/plural.ts';
import { Button } from '../../../ui/buttons/button.tsx';

interface TriageLineProps {
  /** Requests that pass the filters, and those loaded so far. */
  shown: number;
  arrived: number;
  /** The total; more than were loaded while a long queue is still loading. */
  total: number;
  narrowed: boolean;
  onClear: () => void;
  children?: ReactNode;
}

/**
 * How many requests wait and how many of them are shown, a button to show all, and what search and filters have not
 * covered yet.
 */
export function TriageLine({ shown, arrived, total, narrowed, onClear, children }: TriageLineProps) {
  return (
    <Line>
      <chakra.p role="status" color="fg.muted" textStyle="sm" flex="1 1 auto">
        {narrowed
          ? `${shown.toLocaleString('en')} of ${plural(total, 'approval')} shown`
          : plural(total, 'pending approval')}
        {arrived < total && `. ${arrived.toLocaleString('en')} loaded so far; search and filters cover only these.`}
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
