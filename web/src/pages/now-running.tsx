import type { Task, TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../features/dashboard/queries.ts';
import { useLiveTask } from '../features/live/use-live.ts';
import { flatItems } from '../features/task-items/published.ts';
import { taskItemsQuery } from '../features/task-items/queries.ts';
import { TaskNotice } from '../features/task-items/task-notice.tsx';
import { tasksQuery } from '../features/tasks/queries.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** So many running tasks are told of; the list of tasks has all. */
const SHOWN = 3;

/** Where nothing waits for the person: what runs meanwhile, in one line each. Nothing while nothing runs. */
export function NowRunning() {
  const isRunning = (useQuery(statsQuery()).data?.runningTasks ?? 0) > 0;
  const { data } = useQuery({ ...tasksQuery(), enabled: isRunning });
  const running = (data ?? []).filter(({ status, keptByHand }) => status === 'running' && !keptByHand);
  if (!isRunning || running.length === 0) return null;
  return (
    <chakra.ul display="grid" gap="8px" mt="16px" justifyItems="center" textAlign="center" aria-label="Running now">
      {running.slice(0, SHOWN).map((task) => (
        <RunningTask key={task.id} task={task} />
      ))}
    </chakra.ul>
  );
}

function RunningTask({ task }: { task: Task }) {
  useLiveTask(task.id);
  const steps = flatItems(useQuery(taskItemsQuery(task.id)).data ?? []).filter(isStep);
  const last = steps.at(-1);
  return (
    <chakra.li textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      <Pulse aria-hidden />
      The agent is working on <TextLink to={`/tasks/${task.id}`}>{task.title}</TextLink>
      {last && (
        <>
          , step {steps.length}, since <RelativeTime iso={last.createdAt} />
        </>
      )}
      <TaskNotice task={task} />
    </chakra.li>
  );
}

/** What an agent does, not what it says about it. */
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
