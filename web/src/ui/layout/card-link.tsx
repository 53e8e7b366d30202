import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router-dom';

/**
 * The one link of an interactive card. Its area covers the card, so a click anywhere follows it; buttons raised with
 * `position: relative` stay usable, and nothing interactive is nested.
 */
export const CardLink = chakra(Link, {
  base: {
    color: 'inherit',
    textDecoration: 'none',
    _before: { content: '""', position: 'absolute', inset: 0, rounded: 'card' },
    _focusVisible: {
      outline: 'none',
      _before: { outline: '2px solid', outlineColor: 'primary.solid', outlineOffset: '2px' },
    },
  },
});
