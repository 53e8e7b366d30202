import type { ContainerDocument } from '../documents/container.ts';
import type { TaskDocument } from '../documents/task.ts';
import type { TaskItemDocument } from '../documents/task-item.ts';
import type { Tx } from '../effects/transact.ts';
import { tasksHeldBy, undeliveredSince } from '../store/queries.ts';
import { changeTaskStatus } from './change-task-status.ts';
import { endLeftTask, readLeft } from './end-left-task.ts';
import { isLeftToOwner } from './left-to-owner.ts';

/** The tasks that a container leaves. */
export interface Leaving {
  /** They wait for another claim, which goes on from their checkpoints. */
  leased: TaskDocument[];
  /** Those of which Stop was pressed, which nobody has heeded, each with what closes with it. */
  stopped: { task: TaskDocument; open: TaskItemDocument[] }[];
}

/**
 * The tasks that a container works on now, and if only its owner may start it again, what it asked of which Stop was
 * pressed: nobody may ever start it to hear of that. Must be read in a transaction before its first write.
 */
export async function leavingTasks(
  tx: Pick<Tx, 'query'>,
  container: Pick<ContainerDocument, 'id' | 'desired' | 'autoStarts'>,
): Promise<Leaving> {
  const held = await tx.query(tasksHeldBy(container.id));
  const isLeft = isLeftToOwner(container);
  const parked = held.filter((task) => isLeft && isParked(task) && task.stopRequestedAt !== null);
  const leaving = await leavingOf(tx, [...held.filter(({ status }) => status === 'running'), ...parked]);
  return { ...leaving, leased: leaving.leased.filter((task) => !isParked(task)) };
}

/** The same of these tasks. What its owner has written since Stop, a task goes on with. */
export async function leavingOf(tx: Pick<Tx, 'query'>, tasks: TaskDocument[]): Promise<Leaving> {
  const leaving: Leaving = { leased: [], stopped: [] };
  for (const task of tasks) {
    const { id, stopRequestedAt: at } = task;
    const isStopped = at !== null && (await tx.query(undeliveredSince(id, at).limit(1))).length === 0;
    if (isStopped) leaving.stopped.push({ task, open: await readLeft(tx, task) });
    else leaving.leased.push(task);
  }
  return leaving;
}

const isParked = ({ status, parkedContainerId }: TaskDocument) =>
  parkedContainerId !== null && ['awaiting_approval', 'approved', 'rejected'].includes(status);

/** Ends leases, and the tasks that were stopped. */
export function releaseLeases(tx: Tx, { leased, stopped }: Leaving): void {
  const change = { leaseUntil: null, leaseContainerId: null };
  for (const task of leased) changeTaskStatus(tx, task, { to: 'pending', by: 'system', on: 'lease_lost' }, change);
  for (const { task, open } of stopped) endLeftTask(tx, task, open);
}
