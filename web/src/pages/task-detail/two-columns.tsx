import { chakra } from '@chakra-ui/react/styled-system';

/** What it is at the left, what happened at the right; one below the other under 1024 px. */
export const TwoColumns = chakra('div', {
  base: {
    display: 'grid',
    gap: '24px',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 2fr)' },
    alignItems: 'start',
  },
});
