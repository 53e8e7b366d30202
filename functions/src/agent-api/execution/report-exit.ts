import type { exitReasons, ModelUsage } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { changeContainerStatus } from '../../state/change-container-status.ts';
import { releaseLeases, leasedTasks } from '../../state/release-leases.ts';
import { startWaitingSoon } from '../../containers/start/start-waiting.ts';
import { wakeForLateMessages } from '../../containers/wake/unheard-messages.ts';
import { wakeForDecidedTasks, wakeForOwnTasks } from '../../containers/wake/wake-container.ts';
import { wakeProject } from '../../containers/wake/wake-project.ts';
import { transact } from '../../effects/transact.ts';
import type { ContainerDocument } from '../../documents/container.ts';
import { meterModels } from '../../quotas/meter-models.ts';
import { meterTime, meterTokens, readNewTokens } from '../../quotas/meter.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { fenceContainer } from '../../state/fence.ts';
import { meterTasks, toldTasks } from './meter-tasks.ts';

interface Exit {
  reason: (typeof exitReasons)[number];
  message?: string | undefined;
  /** What it worked on, or waited on. */
  taskId?: string | undefined;
  usage?: ModelUsage | undefined;
}

const messages: Record<Exit['reason'], string> = {
  idle: 'Nothing is left to do',
  paused: 'Paused',
  waiting: 'Waiting for your decision',
  crashed: 'The agent stopped unexpectedly',
  deleted: 'Deleted',
};

/**
 * An execution says why it ends: the container is now paused, its token dead, and the task it worked on can be claimed
 * at once, not when its lease is lost. The exit code follows when Cloud Run knows it. Whatever was decided or arrived
 * at this very moment starts it again, and so does its work where a cap made it leave. Throws `stale_epoch`.
 */
export async function reportExit(caller: AgentCaller, exit: Exit): Promise<void> {
  const { reason, message, usage } = exit;
  const container = await transact(async (tx) => {
    const container = await fenceContainer(tx, caller);
    const leased = await leasedTasks(tx, container.id);
    const [told, tokens] = await Promise.all([toldTasks(tx, caller, usage), readNewTokens(tx, container, usage)]);
    const now = Timestamp.now();
    const capMessage = reason === 'paused' && container.desired === 'running' ? container.capMessage : null;
    const end = {
      message: message || (capMessage ?? messages[reason]),
      completedAt: now,
      pauseRequestedAt: null,
      ...meterTime(tx, container, container.startedAt, now),
      ...meterTokens(tx, container, tokens),
      ...meterModels(container, usage?.models),
    };
    if (reason === 'crashed') tx.enqueue(caller.userId, 'wake_container', container.id, { afterMs: 0 });
    if (capMessage !== null) tx.enqueue(caller.userId, 'wake_container', container.id);
    changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, end);
    releaseLeases(tx, leased);
    meterTasks(tx, container, told);
    return container;
  });
  await goOn(caller, container, exit);
  await startWaitingSoon(); // its place is free
}

async function goOn(caller: AgentCaller, container: ContainerDocument, { reason, taskId }: Exit): Promise<void> {
  if (reason === 'crashed') return; // not at once: the outbox starts it again, a limited number of times
  await wakeForDecidedTasks(container);
  if (reason === 'idle' || reason === 'waiting') await wakeForOwnTasks(container.id);
  if (reason === 'waiting') await wakeForLateMessages(container.id, taskId);
  await wakeProject(caller.projectId);
}
