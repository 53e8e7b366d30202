import { chakra } from '@chakra-ui/react/styled-system';
import { History } from 'lucide-react';
import { useIsRefreshingKept } from '../../lib/last-seen/use-last-seen.ts';
import { LOW } from '../../ui/viewport/media.ts';

/**
 * Marks what is on screen as data from the last visit until it has been fetched again. It shifts no layout; on a phone
 * it is in the top bar, where it covers nothing.
 */
export function KeptMark() {
  if (!useIsRefreshingKept()) return null;
  return (
    <Mark>
      <History size={12} aria-hidden />
      <chakra.span truncate>
        From your last visit<chakra.span hideBelow="md">, being refreshed</chakra.span>
      </chakra.span>
    </Mark>
  );
}

const Mark = chakra('p', {
  base: {
    position: { base: 'fixed', md: 'absolute' },
    top: { base: '16px', md: '6px' },
    insetInlineStart: { base: '152px', md: '0' },
    insetInlineEnd: { base: '60px', md: '0' },
    mx: 'auto',
    width: 'fit-content',
    // Never covers the menu button, however large the text.
    maxWidth: { base: 'max(24px, calc(100vw - 212px))', md: 'none' },
    '& > svg': { flexShrink: 0 },
    zIndex: 'sticky',
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    px: { base: '8px', md: '10px' },
    minH: '24px',
    rounded: 'full',
    bg: 'waiting.subtle',
    color: 'waiting.fg',
    fontSize: '0.75rem',
    fontWeight: '500',
    pointerEvents: 'none',
    whiteSpace: 'nowrap',
    [LOW]: { position: 'fixed', top: '10px', insetInlineStart: '152px', insetInlineEnd: '60px', zIndex: 'sticky' },
  },
});
