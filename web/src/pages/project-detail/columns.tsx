import { chakra } from '@chakra-ui/react/styled-system';

/** Repositories and containers at the left, tasks at the right; below each other on small screens. */
export const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '32px',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
    alignItems: 'start',
  },
});
