import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  /** A fact without a value is left out. */
  value: ReactNode;
}

/** Labels with their values. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <chakra.dl display="grid" gap="12px">
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
