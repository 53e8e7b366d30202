import { type Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Clamp } from '../../ui/clamp.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { PriorityBadge } from '../../ui/priority-badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** The statuses that this page knows; any other is unknown to it and gets a neutral badge (specification §4). */
const known = ['pending', 'running', 'completed', 'failed'];
const DESCRIPTION_HEIGHT_PX = 320;

/** What a task is: the left card of specification §2. */
export function TaskFacts({ task }: { task: Task }) {
  const none = (words: string) => <chakra.span color="fg.muted">{words}</chakra.span>;
  return (
    <FactList
      facts={[
        {
          label: 'Status',
          value: <StatusBadge kind="task" status={task.status} neutral={!known.includes(task.status)} />,
        },
        { label: 'Priority', value: <PriorityBadge priority={task.priority} /> },
        {
          label: 'Description',
          value: task.description ? <Description text={task.description} /> : none('No description provided'),
        },
        { label: 'Created', value: <RelativeTime iso={task.createdAt} /> },
        { label: 'Last Updated', value: <RelativeTime iso={task.updatedAt} /> },
        { label: 'Completed', value: task.completedAt ? <RelativeTime iso={task.completedAt} /> : none('Not yet') },
        { label: 'Container ID', value: task.containerId ? <ContainerLink id={task.containerId} /> : none('None yet') },
        { label: 'Part of', value: task.parentId && <TextLink to={`/tasks/${task.parentId}`}>Another task</TextLink> },
      ]}
    />
  );
}

function Description({ text }: { text: string }) {
  return (
    <Clamp height={DESCRIPTION_HEIGHT_PX} of="the description">
      <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
        {text}
      </chakra.p>
    </Clamp>
  );
}

function ContainerLink({ id }: { id: string }) {
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="12px">
      <CopyId id={id} label="Copy container id" />
      <TextLink
        to={`/containers/${id}`}
        textStyle="sm"
        display="inline-flex"
        alignItems="center"
        minH={{ base: '44px', md: '28px' }}
      >
        Open container
      </TextLink>
    </chakra.span>
  );
}
