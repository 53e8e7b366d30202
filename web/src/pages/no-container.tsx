import { chakra } from '@chakra-ui/react/styled-system';
import { Box } from 'lucide-react';
import { Button } from '../ui/button.tsx';

interface NoContainerProps {
  /** What waits: "This task". */
  what: string;
  onStart: () => void;
}

/** Says that work waits because nothing is there to do it, and offers to change that. */
export function NoContainer({ what, onStart }: NoContainerProps) {
  return (
    <Line aria-label="No container">
      <Box size={16} aria-hidden />
      <chakra.p flex="1 1 220px" minW={0}>
        {what} waits: no container of this project runs.
      </chakra.p>
      <Button size="sm" variant="outline" colorPalette="neutral" onClick={onStart}>
        Start one
      </Button>
    </Line>
  );
}

const Line = chakra('section', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    mb: '24px',
    px: '12px',
    py: '8px',
    rounded: 'control',
    bg: 'waiting.subtle',
    color: 'waiting.fg',
    textStyle: 'sm',
    '& > svg': { flexShrink: 0 },
  },
});
