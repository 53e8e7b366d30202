import type { agentRoutes } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { transact } from '../data.ts';
import { iso } from '../documents/time.ts';
import { containers, tasks } from '../firestore.ts';
import type { CallOutput } from '@countersign/contract';
import type { AgentCaller } from './container-token.ts';
import { directiveOf, fenceContainer, fenceTask, leaseEnd } from './fence.ts';
import { stopOf } from './stop-of.ts';

type Reply = CallOutput<typeof agentRoutes.heartbeat>;

/** Says that the runner lives and renews the lease of the task it works on. Throws `stale_epoch`, `not_found`. */
export async function heartbeat(
  caller: AgentCaller,
  { taskId, epoch }: { taskId?: string | undefined; epoch?: number | undefined },
): Promise<Reply> {
  return transact(async (tx) => {
    const { task, container } =
      taskId === undefined
        ? { task: null, container: await fenceContainer(tx, caller) }
        : await fenceTask(tx, caller, taskId, epoch ?? 0);
    tx.update(containers().doc(container.id), { heartbeatAt: Timestamp.now() });
    const leaseUntil = task?.status === 'running' ? leaseEnd() : null;
    if (task && leaseUntil) tx.update(tasks().doc(task.id), { leaseUntil });
    return {
      directive: directiveOf(container),
      ...stopOf(task),
      leaseUntil: iso(leaseUntil),
    };
  });
}
