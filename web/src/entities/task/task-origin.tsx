import { chakra } from '@chakra-ui/react/styled-system';
import { visibleText } from '../../lib/text/visible-text.ts';
import { TextLink } from '../../ui/text/text-link.tsx';
import { TOUCH } from '../../ui/viewport/media.ts';

interface TaskOriginProps {
  task: { id: string; title: string; project: { id: string; name: string } };
}

/** One line that shows where something belongs, project › task, as links. */
export function TaskOrigin({ task }: TaskOriginProps) {
  return (
    <Line>
      <Origin className="pressable" to={`/projects/${task.project.id}`}>
        {visibleText(task.project.name)}
      </Origin>
      {' › '}
      <Origin className="pressable" to={`/tasks/${task.id}`}>
        {visibleText(task.title)}
      </Origin>
    </Line>
  );
}

/** Extends the tap area beyond the words, without taking more space on the card. */
const BEYOND = { base: '14px', md: '4px' };

const Line = chakra('p', {
  base: {
    // Above its neighbours, which would otherwise take the taps.
    position: 'relative',
    textStyle: 'sm',
    color: 'fg.muted',
    minW: 0,
    truncate: true,
    py: BEYOND,
    my: { base: '-14px', md: '-4px' },
    [TOUCH]: { py: '14px', my: '-14px' },
  },
});

const Origin = chakra(TextLink, {
  base: { color: 'fg.muted', fontWeight: '400', py: BEYOND, _hover: { color: 'fg' }, [TOUCH]: { py: '14px' } },
});
