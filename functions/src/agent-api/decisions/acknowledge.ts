import { Timestamp } from 'firebase-admin/firestore';
import { noteProgress } from '../../containers/wake/wake-container.ts';
import { transactOnTask } from '../../effects/transact-on-task.ts';
import { taskItems, tasks } from '../../store/firestore.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { fenceTask } from '../../state/fence.ts';

interface Acknowledged {
  epoch: number;
  messageIds: string[];
  stop?: boolean | undefined;
  stoppedAt?: string | undefined;
}

/** The agent has these messages, and this Stop; only a later Stop is sent again. Throws `stale_epoch`, `not_found`. */
export async function acknowledge(
  caller: AgentCaller,
  taskId: string,
  { epoch, messageIds, stop, stoppedAt }: Acknowledged,
): Promise<void> {
  await transactOnTask(taskId, async (tx) => {
    const { task, container } = await fenceTask(tx, caller, taskId, epoch);
    const found = await Promise.all([...new Set(messageIds)].map((id) => tx.read(taskItems().doc(id))));
    const own = found.flatMap((item) => (item?.taskId === taskId && !item.deliveredAt ? [item.id] : []));
    const now = Timestamp.now();
    if (own.length > 0) noteProgress(tx, container);
    for (const id of own) {
      tx.update(taskItems().doc(id), { deliveredAt: now, updatedAt: now });
      tx.signal(caller.userId, { kind: 'item', id, taskId, streamed: true });
    }
    const isHeard = task.stopRequestedAt && (!stoppedAt || task.stopRequestedAt.toMillis() <= Date.parse(stoppedAt));
    if (stop && isHeard) {
      // Until now its runner could ask without knowing of the Stop; it goes on with nothing that was approved by then.
      tx.update(tasks().doc(taskId), { stopRequestedAt: null, stoppedAt: now });
      tx.signal(caller.userId, { kind: 'task', id: taskId });
    }
  });
}
