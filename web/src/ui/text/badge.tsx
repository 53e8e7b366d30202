import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { PaletteName } from '../theme/colors.ts';

export interface BadgeProps {
  /** The meaning of its colour; the word also says it. */
  tone?: PaletteName;
  icon?: ReactNode;
  children: ReactNode;
  mono?: boolean;
}

/** A small label: an optional icon and a word. */
export function Badge({ tone = 'neutral', icon, children, mono = false }: BadgeProps) {
  return (
    <Frame colorPalette={tone} fontFamily={mono ? 'mono' : undefined}>
      {icon}
      <chakra.span truncate>{children}</chakra.span>
    </Frame>
  );
}

const Frame = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    px: '8px',
    minH: '24px',
    maxW: '100%',
    rounded: '6px',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    fontSize: '0.75rem',
    lineHeight: '1rem',
    fontWeight: '500',
    whiteSpace: 'nowrap',
    '& svg': { boxSize: '12px', flexShrink: 0, pointerEvents: 'none' },
  },
});
