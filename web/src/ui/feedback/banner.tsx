import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert, CloudOff, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { LOW } from '../viewport/media.ts';

const looks = {
  offline: { Icon: CloudOff, palette: 'waiting', role: 'status' },
  quiet: { Icon: Info, palette: 'neutral', role: 'status' },
  failed: { Icon: CircleAlert, palette: 'reject', role: 'alert' },
} as const;

export interface BannerProps {
  /** `offline` warns, `quiet` only mentions, `failed` is announced at once. */
  kind: keyof typeof looks;
  children: ReactNode;
  action?: ReactNode;
}

/** A line across the top of the page about the state of the app as a whole. */
export function Banner({ kind, children, action }: BannerProps) {
  const { Icon, palette, role } = looks[kind];
  return (
    <Frame role={role} colorPalette={palette}>
      <Icon size={16} aria-hidden />
      <chakra.div minW={0} overflowWrap="anywhere">
        {children}
      </chakra.div>
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
    [LOW]: { py: '2px' },
    '& > svg': { flexShrink: 0 },
    // Beside the first line of the unfolded content, not in the middle of it.
    '&:has(details[open])': { alignItems: 'flex-start', '& > svg': { mt: { base: '14px', md: '6px' } } },
  },
});
