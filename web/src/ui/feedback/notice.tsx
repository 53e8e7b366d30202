import { chakra } from '@chakra-ui/react/styled-system';

/**
 * An unobtrusive amber line about an obstacle, or something worth knowing first: an icon, text, and what can be done.
 */
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
    // The swiping library fails on touches that begin on an svg.
    '& svg': { flexShrink: 0, pointerEvents: 'none' },
    // Text beside an icon wraps before it moves below the icon.
    '& > svg + *': { flex: '1 1 220px', minWidth: 0 },
  },
});
