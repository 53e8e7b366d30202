import { chakra } from '@chakra-ui/react/styled-system';
import { CloudOff, Info } from 'lucide-react';
import type { ReactNode } from 'react';

export interface BannerProps {
  /** `offline` warns, `quiet` only mentions. */
  kind: 'offline' | 'quiet';
  children: ReactNode;
  action?: ReactNode;
}

/** A line across the top of the page about the state of the app as a whole. */
export function Banner({ kind, children, action }: BannerProps) {
  const Icon = kind === 'offline' ? CloudOff : Info;
  return (
    <Frame role="status" colorPalette={kind === 'offline' ? 'waiting' : 'neutral'}>
      <Icon size={16} aria-hidden />
      <span>{children}</span>
      {action}
    </Frame>
  );
}

const Frame = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    px: '16px',
    py: '6px',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    textStyle: 'sm',
    '& > svg': { flexShrink: 0 },
  },
});
