import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { thumbHigh } from '../../ui/viewport/thumb.ts';
import { preloadPage } from '../pages.ts';

interface NavLinkProps {
  to: string;
  /** Another address whose pages also belong to this link. */
  covers?: string;
  /** Asks for what the page shows first, so that the reply comes while its code does. */
  onAsk?: () => void;
  children: ReactNode;
}

/**
 * A link in the sidebar; `aria-current` marks the one for the current page, or for the page it belongs to. Whoever points
 * at it or tabs to it will probably press it: the page's code is fetched by then.
 */
export function NavLink({ to, covers = to, onAsk, children }: NavLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = [to, covers].some((path) => matchPath({ path, end: path === '/' }, pathname));
  const preload = () => preloadPage(to);
  return (
    <Line
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onAsk}
    >
      {children}
    </Line>
  );
}

const Line = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    ...thumbHigh('36px'),
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
