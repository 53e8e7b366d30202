import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  /** A fact without a value is left out. */
  value: ReactNode;
}

/** Labels with their values, stacked or side by side. */
export function FactList({ facts, inRow = false }: { facts: readonly Fact[]; inRow?: boolean }) {
  return (
    <chakra.dl display={inRow ? 'flex' : 'grid'} gap={inRow ? '12px 32px' : '12px'} flexWrap="wrap">
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <chakra.dt textStyle="xs" color="fg.muted" mb="2px">
              {label}
            </chakra.dt>
            <chakra.dd m="0" minW={0} overflowWrap="anywhere">
              {value}
            </chakra.dd>
          </div>
        ))}
    </chakra.dl>
  );
}
