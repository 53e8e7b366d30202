import type { Container, Task, TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { isLongWait } from '../entities/container/is-long-wait.ts';
import { statsQuery } from '../entities/stats-query.ts';
import { hasEnded } from '../entities/task/task-state.ts';
import { isUnclaimed } from '../entities/task/waits-for-container.ts';
import { containersQuery } from '../features/containers/queries.ts';
import { useLiveTask } from '../features/live/use-live.ts';
import { flatItems } from '../features/task-items/published.ts';
import { taskItemsQuery } from '../features/task-items/queries.ts';
import { TaskNotice } from '../features/task-items/task-notice.tsx';
import { tasksQuery } from '../features/tasks/queries.ts';
import { ofThisVisit } from '../lib/last-seen/use-last-seen.ts';
import { visibleText } from '../lib/text/visible-text.ts';
import { TextLink } from '../ui/text/text-link.tsx';
import { RelativeTime } from '../ui/time/relative-time.tsx';
import { useNow } from '../ui/time/use-now.ts';
import { TaskWait } from './task-wait.tsx';

/** At most this many running tasks are shown; the list of tasks has all. */
const SHOWN = 3;

/**
 * When nothing waits for the person: what runs meanwhile, and what has waited long for its container, in one line each.
 * Nothing if there is neither.
 */
export function RunningTasks() {
  const now = useNow();
  const containers = ofThisVisit(useQuery(containersQuery())) ?? [];
  // Agents work in containers. The numbers require counting all tasks again with each change, so they are fetched only
  // if one may be working.
  const mayRun = containers.some(({ status }) => status === 'running');
  const stats = ofThisVisit(useQuery({ ...statsQuery(), enabled: mayRun }));
  const isRunning = mayRun && (stats?.runningTasks ?? 0) > 0;
  const slow = containers.filter(({ status, wait }) => status === 'pending' && isLongWait(wait?.since, now));
  const tasks = ofThisVisit(useQuery({ ...tasksQuery(), enabled: isRunning || slow.length > 0 })) ?? [];
  const isShown = (task: Task) => (isWorkedOn(task) ? isRunning : waitsForOneOf(slow, task));
  const shown = tasks.filter(isShown).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <chakra.ul display="grid" gap="8px" mt="16px" justifyItems="center" textAlign="center" aria-label="Running now">
      {shown.map((task) =>
        isWorkedOn(task) ? <RunningTask key={task.id} task={task} /> : <WaitingTask key={task.id} task={task} />,
      )}
    </chakra.ul>
  );
}

const isWorkedOn = ({ status, keptByHand }: Task) => status === 'running' && !keptByHand;

function waitsForOneOf(containers: readonly Container[], task: Task): boolean {
  if (hasEnded(task) || task.status === 'running' || task.keptByHand) return false;
  return containers.some(({ id, projectId }) =>
    isUnclaimed(task) ? task.projectId === projectId : task.containerId === id,
  );
}

function WaitingTask({ task }: { task: Task }) {
  return (
    <chakra.li display="grid" gap="8px" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      <p>
        <TextLink to={`/tasks/${task.id}`}>{visibleText(task.title)}</TextLink> is waiting for its container
      </p>
      <TaskWait task={task} />
    </chakra.li>
  );
}

function RunningTask({ task }: { task: Task }) {
  useLiveTask(task.id);
  const steps = flatItems(useQuery(taskItemsQuery(task.id)).data ?? []).filter(isStep);
  const last = steps.at(-1);
  return (
    <chakra.li textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      <Pulse aria-hidden />
      The agent is working on <TextLink to={`/tasks/${task.id}`}>{visibleText(task.title)}</TextLink>
      {last && (
        <>
          , step {steps.length}, started <RelativeTime iso={last.createdAt} />
        </>
      )}
      <TaskNotice task={task} />
    </chakra.li>
  );
}

/** An agent's actions, not its reports. */
const isStep = ({ type }: TaskItem) => type === 'tool_call' || type === 'file_creation' || type === 'approval_request';

const Pulse = chakra('span', {
  base: {
    display: 'inline-block',
    boxSize: '8px',
    me: '8px',
    rounded: 'full',
    bg: 'approve.solid',
    '@media (prefers-reduced-motion: no-preference)': { animation: 'pulse 2s ease-in-out infinite' },
  },
});
