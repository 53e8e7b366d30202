import { LONG_WAIT_SECONDS } from '@countersign/contract';
import { list } from '../../store/data.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { containerTasksIn, freeClaimableTasks, projectContainersIn } from '../../store/queries.ts';
import { tellWait, waitItemId } from '../../task-items/tell-wait.ts';

/** Waiting tasks of a container or project that are told at a time: those that come next. */
const TASKS = 10;

/** Lines that this instance knows to be written already. */
const told = new Set<string>();
const TOLD_LIMIT = 10_000;

/** Says in the history of the tasks that only this container can go on with why it waits; each cause once. */
export async function tellTasksOfContainer(containerId: string, cause: string): Promise<void> {
  const own = await list(containerTasksIn(containerId, ['pending', 'approved', 'rejected']).limit(TASKS));
  // A task whose start was rejected waits for nothing.
  await tell(
    own.filter(({ status, parkedContainerId }) => status !== 'rejected' || parkedContainerId === containerId),
    cause,
  );
}

/** Says it in the history of the tasks that any container of a project may begin, while none of its containers runs. */
export async function tellTasksOfProject(projectId: string, cause: string): Promise<void> {
  const free = await list(freeClaimableTasks(projectId).limit(TASKS));
  if (free.length === 0) return;
  const alive = await list(projectContainersIn(projectId, ['pending', 'running']));
  if (!alive.some(willWork)) await tell(free, cause);
}

/** A container whose start takes long counts as none. */
function willWork(container: ContainerDocument): boolean {
  const { status, admitted, desired } = container;
  return desired === 'running' && (status === 'running' || (admitted && !isSlowStart(container)));
}

/** Whether the start of a container takes so long that the cause is reported. */
export const isSlowStart = ({ status, pendingSince }: ContainerDocument) =>
  status === 'pending' && pendingSince !== null && Date.now() - pendingSince.toMillis() >= LONG_WAIT_SECONDS * 1000;

async function tell(waiting: TaskDocument[], cause: string): Promise<void> {
  for (const task of waiting) {
    const line = `${waitItemId(task)} ${cause}`;
    if (told.has(line)) continue;
    await tellWait(task, cause);
    if (told.size >= TOLD_LIMIT) told.clear();
    told.add(line);
  }
}
