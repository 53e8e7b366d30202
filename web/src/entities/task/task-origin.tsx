import { chakra } from '@chakra-ui/react/styled-system';
import { visibleText } from '../../lib/visible-text.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { TOUCH } from '../../ui/media.ts';

interface TaskOriginProps {
  task: { id: string; title: string; project: { id: string; name: string } };
}

/** One line that says where something belongs, project › task, and leads there. */
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

/** More than the words are high, for a thumb, without taking more of the card. */
const BEYOND = { base: '14px', md: '4px' };

const Line = chakra('p', {
  base: {
    // Before what stands next to it, which would take the taps.
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
