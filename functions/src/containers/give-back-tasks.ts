import type { Tx, Writer } from '../data.ts';
import type { TaskDocument } from '../documents/task.ts';
import { tasksLeasedBy } from '../queries.ts';
import type { Change } from '../signals/touch.ts';
import { changeTaskStatus } from '../tasks/change-task-status.ts';

/** The tasks that a container works on right now. To be read in a transaction before its first write. */
export async function leasedTasks(tx: Tx, containerId: string): Promise<TaskDocument[]> {
  const leased = await tx.query(tasksLeasedBy(containerId));
  return leased.filter((task) => task.status === 'running');
}

/** Ends leases: the tasks wait again, for another claim to go on from their checkpoints. */
export function giveBackTasks(writer: Writer, leased: TaskDocument[]): Change[] {
  return leased.flatMap((task) =>
    changeTaskStatus(
      writer,
      task,
      { to: 'pending', by: 'system', on: 'lease_lost' },
      { leaseUntil: null, leaseContainerId: null },
    ),
  );
}
