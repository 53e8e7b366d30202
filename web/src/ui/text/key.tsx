import { chakra } from '@chakra-ui/react/styled-system';

/** A keyboard key, as printed on it. */
export const Key = chakra('kbd', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minW: '20px',
    height: '18px',
    px: '4px',
    me: '4px',
    borderWidth: '1px',
    rounded: '4px',
    bg: 'bg.surface',
    fontFamily: 'mono',
    fontSize: '0.6875rem',
    // A line height of its own: that of the surrounding text is higher than the key.
    lineHeight: '1',
  },
});
