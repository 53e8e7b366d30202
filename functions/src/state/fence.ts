import { Timestamp } from 'firebase-admin/firestore';
import type { Tx } from '../effects/transact.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { TaskDocument } from '../documents/task.ts';
import { env } from '../settings/env.ts';
import { notFound, staleEpoch } from '../lib/errors.ts';
import { containers, tasks } from '../store/firestore.ts';
import type { AgentCaller } from '../tokens/container-token.ts';

/**
 * The container that an agent's write comes from. Throws `stale_epoch` if it was started again, ended or deleted: a
 * frozen execution may wake up late. Every write of an agent reads it in its own transaction.
 */
export async function fenceContainer(tx: Pick<Tx, 'read'>, caller: AgentCaller): Promise<ContainerDocument> {
  const container = await tx.read(containers().doc(caller.containerId));
  if (!container || !isCurrent(container, caller))
    throw staleEpoch('This execution of the container has been replaced');
  return container;
}

/** True while an execution is the newest one of a container that is alive. */
export function isCurrent({ epoch, desired, status }: ContainerDocument, caller: AgentCaller): boolean {
  return epoch === caller.epoch && desired !== 'deleted' && (status === 'pending' || status === 'running');
}

/**
 * The task that an agent writes about, under its newest claim (leased by the caller and not expired, or parked by it),
 * and the container that the write comes from. Throws `not_found` outside of the caller's project, else `stale_epoch`.
 */
export async function fenceTask(
  tx: Pick<Tx, 'read'>,
  caller: AgentCaller,
  taskId: string,
  epoch: number,
): Promise<{ task: TaskDocument; container: ContainerDocument }> {
  const [task, container] = await Promise.all([tx.read(tasks().doc(taskId)), fenceContainer(tx, caller)]);
  if (!task || task.projectId !== caller.projectId) throw notFound('Task');
  if (task.epoch !== epoch || !holds(task, caller.containerId)) throw staleEpoch();
  return { task, container };
}

function holds(task: TaskDocument, containerId: string): boolean {
  if (task.status === 'running') {
    return task.leaseContainerId === containerId && (task.leaseUntil?.toMillis() ?? 0) > Date.now();
  }
  return task.parkedContainerId === containerId;
}

/** The end of a lease that begins now, by the server's clock. */
export function leaseEnd(): Timestamp {
  return Timestamp.fromMillis(Date.now() + env().LEASE_SECONDS * 1000);
}

/** Seconds between two heartbeats of a runner: three may be lost before its lease is. */
export const heartbeatSeconds = () => env().LEASE_SECONDS / 4;

/** The runner's directive: go on, or save and exit because its owner paused it or a cap of the day is reached. */
export function directiveOf({ desired, capMessage }: ContainerDocument): 'run' | 'pause' {
  return desired === 'paused' || capMessage !== null ? 'pause' : 'run';
}
