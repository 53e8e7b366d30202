import { chakra } from '@chakra-ui/react/styled-system';

/** A quiet amber line about what stands in the way, or is worth knowing first: an icon, words, and what can be done. */
export const Notice = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    px: '12px',
    py: '8px',
    rounded: 'control',
    bg: 'waiting.subtle',
    color: 'waiting.fg',
    textStyle: 'sm',
    overflowWrap: 'anywhere',
    // The swiping library stumbles over touches that begin on an svg.
    '& svg': { flexShrink: 0, pointerEvents: 'none' },
    // Words beside an icon break into lines before they move below it.
    '& > svg + *': { flex: '1 1 220px', minWidth: 0 },
  },
});
