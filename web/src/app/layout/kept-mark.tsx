import { chakra } from '@chakra-ui/react/styled-system';
import { History } from 'lucide-react';
import { useIsRefreshingKept } from '../../lib/use-last-seen.ts';

/** Says of what is on screen that it is from the last visit, until it has been fetched again. Moves nothing. */
export function KeptMark() {
  if (!useIsRefreshingKept()) return null;
  return (
    <Mark>
      <History size={12} aria-hidden />
      From your last visit, being refreshed
    </Mark>
  );
}

const Mark = chakra('p', {
  base: {
    position: 'absolute',
    top: '6px',
    insetInline: '0',
    mx: 'auto',
    width: 'fit-content',
    zIndex: 'docked',
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    px: '10px',
    minH: '24px',
    rounded: 'full',
    bg: 'waiting.subtle',
    color: 'waiting.fg',
    fontSize: '12px',
    fontWeight: '500',
    pointerEvents: 'none',
  },
});
