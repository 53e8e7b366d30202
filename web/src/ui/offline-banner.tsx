import { chakra } from '@chakra-ui/react/styled-system';
import { CloudOff } from 'lucide-react';

/** Says that the network is gone and what still works. */
export function OfflineBanner() {
  return (
    <Frame role="status">
      <CloudOff size={16} aria-hidden />
      You are offline. Lists show what was last seen; changes wait until you are back.
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
    py: '8px',
    bg: 'waiting.subtle',
    color: 'waiting.fg',
    textStyle: 'label',
    '& svg': { flexShrink: 0 },
  },
});
