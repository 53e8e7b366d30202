import type { Timestamp } from 'firebase-admin/firestore';
import { list } from '../store/data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { TaskDocument } from '../documents/task.ts';
import { dayOf } from '../limits/day.ts';
import type { Reason } from '../limits/reason.ts';
import { containerTasksIn, freeClaimableTasks, projectContainersIn } from '../store/queries.ts';
import { tellInHistory } from '../task-items/tell-in-history.ts';

/** Tasks of one container, or of one project, that are told at a time: those that come next. */
const TASKS = 10;

/** Lines that this instance knows to be written. */
const told = new Set<string>();
const TOLD_LIMIT = 10_000;

/** Says in the history of the tasks that only this container can go on with why it waits; once a day and cause. */
export async function tellTasksOfContainer(containerId: string, reason: Reason, now: Timestamp): Promise<void> {
  const own = await list(containerTasksIn(containerId, ['pending', 'approved', 'rejected']).limit(TASKS));
  // A task whose start was rejected waits for nothing.
  await tell(
    own.filter(({ status, parkedContainerId }) => status !== 'rejected' || parkedContainerId === containerId),
    reason,
    now,
  );
}

/** The same for the tasks that any container of a project may begin, while none of them runs. */
export async function tellTasksOfProject(projectId: string, reason: Reason, now: Timestamp): Promise<void> {
  const free = await list(freeClaimableTasks(projectId).limit(TASKS));
  if (free.length === 0) return;
  const alive = await list(projectContainersIn(projectId, ['pending', 'running']));
  if (!alive.some(willWork)) await tell(free, reason, now);
}

const willWork = ({ status, admitted, desired }: ContainerDocument) =>
  desired === 'running' && (status === 'running' || admitted);

async function tell(waiting: TaskDocument[], { cause, message }: Reason, now: Timestamp): Promise<void> {
  for (const task of waiting) {
    const id = `waits-${cause}-${dayOf(now)}-${task.id}`;
    if (told.has(id)) continue;
    await tellInHistory(task, { id, title: 'The container for this task waits', content: message });
    if (told.size >= TOLD_LIMIT) told.clear();
    told.add(id);
  }
}
