import { chakra } from '@chakra-ui/react/styled-system';

/** Cards side by side: one column on phones, three at most. */
export const CardGrid = chakra('ul', {
  base: {
    display: 'grid',
    gap: '16px',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
    '& > li': { minW: 0 },
  },
});
