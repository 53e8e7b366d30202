import { chakra } from '@chakra-ui/react/styled-system';
import { GalleryHorizontalEnd, List } from 'lucide-react';
import { Button } from '../../ui/buttons/button.tsx';
import { SMALLEST } from '../../ui/viewport/media.ts';

export type Mode = 'list' | 'swipe';

const modes = [
  { mode: 'list', label: 'List View', icon: List },
  { mode: 'swipe', label: 'Swipe Mode', icon: GalleryHorizontalEnd },
] as const;

/** The two ways to go through the queue. */
export function ModeSwitch({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <chakra.div role="group" aria-label="View" display="flex" gap={{ base: '4px', md: '8px' }} flexShrink={0}>
      {modes.map(({ mode: offered, label, icon: Icon }) => (
        <Button
          key={offered}
          variant={offered === mode ? 'solid' : 'outline'}
          colorPalette={offered === mode ? 'primary' : 'neutral'}
          aria-pressed={offered === mode}
          px={{ base: '10px', md: '16px' }}
          fontSize={{ base: '0.8125rem', md: '0.875rem' }}
          css={{ [SMALLEST]: { px: '6px', fontSize: '0.75rem' } }}
          onClick={() => onChange(offered)}
        >
          <chakra.span display={{ base: 'none', md: 'inline' }}>
            <Icon size={16} aria-hidden />
          </chakra.span>
          {label}
        </Button>
      ))}
    </chakra.div>
  );
}
