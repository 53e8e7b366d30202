import { chakra } from '@chakra-ui/react/styled-system';
import { GalleryHorizontalEnd, List } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

export type Mode = 'list' | 'swipe';

const modes = [
  { mode: 'list', label: 'List View', icon: List },
  { mode: 'swipe', label: 'Swipe Mode', icon: GalleryHorizontalEnd },
] as const;

/** The two ways to go through the queue. */
export function ModeSwitch({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <chakra.div role="group" aria-label="View" display="flex" gap="8px">
      {modes.map(({ mode: offered, label, icon: Icon }) => (
        <Button
          key={offered}
          variant={offered === mode ? 'solid' : 'outline'}
          colorPalette={offered === mode ? 'primary' : 'neutral'}
          aria-pressed={offered === mode}
          onClick={() => onChange(offered)}
        >
          <Icon size={16} aria-hidden />
          {label}
        </Button>
      ))}
    </chakra.div>
  );
}
