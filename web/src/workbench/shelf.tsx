import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

/** Things of one kind, under their name. */
export function Shelf({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

export const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' } });

/** Cards side by side where there is room. */
export const Grid = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))', gap: '16px' },
});
