import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { ContainerMessage } from '../../entities/container/container-message.tsx';
import { hasEnded } from '../../entities/task/task-state.ts';
import { containerQuery } from '../../features/containers/queries.ts';
import { TextLink } from '../../ui/text-link.tsx';

const waiting = ['pending', 'paused'];

/** Why nothing happens at a task at the moment: what its container waits for, or was paused for, in one line. */
export function TaskWait({ task }: { task: Task }) {
  const id = task.containerId ?? '';
  const isOpen = !hasEnded(task);
  const { data: container } = useQuery({ ...containerQuery(id), enabled: isOpen && id !== '' });
  if (!isOpen || !container?.message || !waiting.includes(container.status)) return null;
  return (
    <Line aria-label="Container">
      <ContainerMessage container={container} flex="1 1 240px" minW={0} color="waiting.fg" />
      <TextLink to={`/containers/${id}`} display="inline-flex" alignItems="center" minH={{ base: '44px', md: '24px' }}>
        Open container
      </TextLink>
    </Line>
  );
}

const Line = chakra('section', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '16px',
    mb: '24px',
    px: '12px',
    py: '8px',
    rounded: 'control',
    bg: 'waiting.subtle',
    textStyle: 'sm',
  },
});
