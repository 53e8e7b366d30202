import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

interface TwoColumnsProps {
  /** The fractions of the width that the left and the right column get. */
  shares: readonly [left: number, right: number];
  gap: string;
  children: ReactNode;
}

/** Two columns; stacked under 1024 px. */
export function TwoColumns({ shares: [left, right], gap, children }: TwoColumnsProps) {
  return (
    <chakra.div
      display="grid"
      gap={gap}
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: `minmax(0, ${left}fr) minmax(0, ${right}fr)` }}
      alignItems="start"
    >
      {children}
    </chakra.div>
  );
}
