import type { Container, Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { ContainerMessage } from '../entities/container/container-message.tsx';
import { isLongWait } from '../entities/container/is-long-wait.ts';
import { hasEnded } from '../entities/task/task-state.ts';
import { isUnclaimed } from '../entities/task/waits-for-container.ts';
import { containerQuery, projectContainersQuery } from '../features/containers/queries.ts';
import { projectTasksQuery } from '../features/tasks/queries.ts';
import { TextLink } from '../ui/text/text-link.tsx';
import { RelativeTime } from '../ui/time/relative-time.tsx';
import { useNow } from '../ui/time/use-now.ts';
import { thumbHigh } from '../ui/viewport/thumb.ts';

/**
 * Why nothing happens at a task at the moment, in one line: what its container waits for, or was paused for; or that
 * its turn has not come. How long it has waited appears once that is long.
 */
export function TaskWait({ task }: { task: Task }) {
  const now = useNow();
  const container = useContainerOf(task);
  const isTurn = container !== undefined && isWaitingForTurn(container, task, now);
  const isAsking = useIsAsking(task, container, isTurn);
  if (!container) return null;
  const wait = isTurn ? { text: turn(isAsking), since: task.updatedAt } : waitOf(container, task);
  if (!wait) return null;
  return (
    <Line aria-label="Container">
      <chakra.div flex="1 1 240px" minW={0} color="waiting.fg">
        <ContainerMessage container={{ status: container.status, message: wait.text }} color="waiting.fg" />
        {isLongWait(wait.since, now) && wait.since !== undefined && (
          <chakra.p ps={container.status === 'pending' ? '20px' : '0'}>
            Started waiting <RelativeTime iso={wait.since} />
          </chakra.p>
        )}
      </chakra.div>
      <TextLink to={`/containers/${container.id}`} display="inline-flex" alignItems="center" css={thumbHigh('24px')}>
        Open container
      </TextLink>
    </Line>
  );
}

/** The container that continues a task, or may take it up: a running one before one that is starting. */
function useContainerOf(task: Task): Container | undefined {
  const id = task.containerId ?? '';
  const own = useQuery({ ...containerQuery(id), enabled: id !== '' && !hasEnded(task) });
  const isFree = isUnclaimed(task);
  const { data: all = [] } = useQuery({ ...projectContainersQuery(task.projectId), enabled: isFree });
  if (hasEnded(task)) return undefined;
  if (!isFree) return own.data && { ...own.data, id };
  return all.find(({ status }) => status === 'running') ?? all.find(({ status }) => status === 'pending');
}

interface Wait {
  text: string;
  since?: string | undefined;
}

function waitOf({ status, desired, message, wait }: Container, task: Task): Wait | null {
  if (status === 'paused' && desired === 'paused' && message !== null)
    return { text: `${message.replace(/\.?$/, '.')} ${resumed(task)}` };
  // One that Cloud Run has lost may be left to its owner, as one that was paused.
  if (status === 'paused' || status === 'not_found') return message === null ? null : { text: message };
  if (status !== 'pending') return null;
  if (message !== null) return { text: message, since: wait?.since };
  return wait ?? { text: 'The container is starting' };
}

/** What starts a container again that its owner has paused: neither a message nor a rejection does. */
const resumed = ({ status }: Task) =>
  status === 'awaiting_approval'
    ? 'It starts again once you approve or answer what this task asks, or resume it.'
    : 'It starts again once you resume it.';

/** A running container takes up what it may at once, unless it is at work. */
function isWaitingForTurn({ status }: Container, task: Task, now: number): boolean {
  const isWaiting = status === 'running' && (task.status === 'pending' || task.status === 'approved');
  return isWaiting && isLongWait(task.updatedAt, now);
}

/** Whether the container does nothing either until its person has decided about another task. */
function useIsAsking({ projectId }: Task, container: Container | undefined, enabled: boolean): boolean {
  const { data = [] } = useQuery({ ...projectTasksQuery(projectId), enabled });
  return data.some(({ status, containerId }) => status === 'awaiting_approval' && containerId === container?.id);
}

const turn = (isAsking: boolean) =>
  `Waiting for its turn: the container ${isAsking ? 'waits for your decision about' : 'is working on'} another task`;

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
    textAlign: 'start',
  },
});
