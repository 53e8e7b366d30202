import { chakra } from '@chakra-ui/react/styled-system';
import { NavLink as RouterNavLink } from 'react-router-dom';

/** A line of the sidebar; the current page is marked by `aria-current`. */
export const NavLink = chakra(RouterNavLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minH: { base: '44px', md: '36px' },
    px: '12px',
    rounded: 'control',
    color: 'fg.muted',
    fontWeight: '500',
    textDecoration: 'none',
    transition: 'background-color 120ms ease-out',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&[aria-current=page]': { bg: 'primary.subtle', color: 'primary.fg' },
    '& svg': { flexShrink: 0 },
  },
});
