import type { Tx, Writer } from '../effects/transact.ts';
import type { TaskDocument } from '../documents/task.ts';
import { tasksLeasedBy } from '../store/queries.ts';
import { changeTaskStatus } from './change-task-status.ts';

/** The tasks that a container works on now. Must be read in a transaction before its first write. */
export async function leasedTasks(tx: Tx, containerId: string): Promise<TaskDocument[]> {
  const leased = await tx.query(tasksLeasedBy(containerId));
  return leased.filter((task) => task.status === 'running');
}

/** Ends leases: the tasks wait for another claim, which goes on from their checkpoints. */
export function releaseLeases(writer: Writer, leased: TaskDocument[]): void {
  const change = { leaseUntil: null, leaseContainerId: null };
  for (const task of leased) changeTaskStatus(writer, task, { to: 'pending', by: 'system', on: 'lease_lost' }, change);
}
