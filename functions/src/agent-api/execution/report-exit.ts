import { WAITS_FOR_DECISION } from '@countersign/contract';
import type { exitReasons, ModelUsage } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { changeContainerStatus } from '../../state/change-container-status.ts';
import { leavingTasks, releaseLeases } from '../../state/release-leases.ts';
import { startWaitingSoon } from '../../containers/start/start-waiting.ts';
import { promiseToFollow } from '../../containers/wake/follow-exit.ts';
import { transact } from '../../effects/transact.ts';
import { meterModels } from '../../quotas/days/meter-models.ts';
import { meterTime, meterTokens, readNewTokens } from '../../quotas/days/meter.ts';
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
  waiting: WAITS_FOR_DECISION,
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
  await transact(async (tx) => {
    const container = await fenceContainer(tx, caller);
    const leaving = await leavingTasks(tx, container);
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
    // After a crash not at once: the outbox starts it again, a limited number of times.
    if (reason === 'crashed') tx.enqueue(caller.userId, 'wake_container', container.id, { afterMs: 0 });
    else promiseToFollow(tx, container, exit);
    changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, end);
    releaseLeases(tx, leaving);
    meterTasks(tx, container, told);
  });
  await startWaitingSoon(); // its place is free
}
