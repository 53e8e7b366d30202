import { amountWords, type Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ModelName } from '../../entities/model/model-name.tsx';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { PriorityBadge } from '../../entities/task/priority-badge.tsx';
import { hasEnded } from '../../entities/task/task-state.ts';
import { UsageText } from '../../entities/usage/usage-text.tsx';
import { usageWords } from '../../entities/usage/usage-words.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { type Fact, FactList } from '../../ui/layout/fact-list.tsx';
import { Clamp } from '../../ui/text/clamp.tsx';
import { CopyId } from '../../ui/text/copy-id.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { thumbHigh } from '../../ui/viewport/thumb.ts';

/** The statuses that are coloured on this page; any other gets a neutral badge. */
const known = ['pending', 'running', 'completed', 'failed'];
const DESCRIPTION_HEIGHT_PX = 320;

/**
 * A task's facts: its status, priority, description, times and container. When folded, status and priority stay
 * visible.
 */
export function TaskFacts({ task, folded }: { task: Task; folded: boolean }) {
  if (!folded) return <FactList facts={[...mainFacts(task), ...otherFacts(task)]} />;
  return (
    <>
      <FactList facts={mainFacts(task)} inRow />
      <chakra.div mt="4px">
        <Disclosure summary="Details">
          <FactList facts={otherFacts(task)} />
        </Disclosure>
      </chakra.div>
    </>
  );
}

function mainFacts(task: Task): Fact[] {
  const badge = <StatusBadge kind="task" status={task.status} neutral={!known.includes(task.status)} />;
  const status = (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" columnGap="8px">
      {badge}
      <chakra.span role="status" textStyle="sm" color="fg.muted">
        {task.isStopping && !hasEnded(task) && 'Stopping…'}
      </chakra.span>
    </chakra.span>
  );
  return [
    { label: 'Status', value: status },
    { label: 'Priority', value: <PriorityBadge priority={task.priority} /> },
  ];
}

function otherFacts(task: Task): Fact[] {
  const none = (words: string) => <chakra.span color="fg.muted">{words}</chakra.span>;
  return [
    {
      label: 'Description',
      value: task.description ? <Description text={task.description} /> : none('No description provided'),
    },
    { label: 'Created', value: <RelativeTime iso={task.createdAt} /> },
    { label: 'Last Updated', value: <RelativeTime iso={task.updatedAt} /> },
    { label: 'Completed', value: task.completedAt ? <RelativeTime iso={task.completedAt} /> : none('Not yet') },
    { label: 'Container ID', value: task.containerId ? <ContainerLink id={task.containerId} /> : none('None yet') },
    { label: 'Used', value: usageWords(task.usage) && <UsageText usage={task.usage} /> },
    { label: 'Budget', value: task.budget && budgetWords(task.budget) },
    { label: 'Model', value: task.model && <ModelName name={task.model} /> },
    { label: 'Part of', value: task.parentId && <TextLink to={`/tasks/${task.parentId}`}>Another task</TextLink> },
  ];
}

function budgetWords({ amount, unit, granted }: NonNullable<Task['budget']>): string {
  const given = amountWords(amount, unit);
  return granted > 0 ? `${given}, plus ${amountWords(granted, unit)} that you approved` : given;
}

function Description({ text }: { text: string }) {
  return (
    <Clamp height={DESCRIPTION_HEIGHT_PX} of="the description">
      <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
        {visibleText(text)}
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
        css={thumbHigh('28px')}
      >
        Open container
      </TextLink>
    </chakra.span>
  );
}
