import { chakra } from '@chakra-ui/react/styled-system';

/** A bordered surface: the frame of everything on a page. */
export const Card = chakra('div', {
  base: {
    position: 'relative',
    bg: 'bg.surface',
    borderWidth: '1px',
    rounded: 'card',
    p: { base: '16px', md: '20px' },
    minWidth: 0,
  },
  variants: {
    /** The whole card reacts to the pointer; put a `CardLink` inside. */
    interactive: {
      true: {
        transition: 'border-color 120ms ease-out',
        _hover: { borderColor: 'border.strong' },
        _focusWithin: { borderColor: 'primary.solid' },
      },
    },
  },
});
