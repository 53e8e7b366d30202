import type { exitReasons } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';
import { changeContainerStatus } from '../containers/change-container-status.ts';
import { giveBackTasks, leasedTasks } from '../containers/give-back-tasks.ts';
import { wakeForDecidedTasks, wakeForOwnTasks } from '../containers/wake-container.ts';
import { wakeProject } from '../containers/wake-project.ts';
import { transact } from '../data.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { touch } from '../signals/touch.ts';
import type { AgentCaller } from './container-token.ts';
import { fenceContainer } from './fence.ts';

interface Exit {
  reason: (typeof exitReasons)[number];
  message?: string | undefined;
}

const messages: Record<Exit['reason'], string> = {
  idle: 'Nothing is left to do',
  paused: 'Paused',
  waiting: 'Waiting for your decision',
  crashed: 'The agent stopped unexpectedly',
  deleted: 'Deleted',
};

/**
 * An execution says why it ends: the container is paused from here on, its token is dead, and the task it worked on
 * waits again at once instead of when its lease is lost. The exit code follows when Cloud Run knows it. What was
 * decided or came in at this very moment starts it again. Throws `stale_epoch`.
 */
export async function reportExit(caller: AgentCaller, { reason, message }: Exit): Promise<void> {
  const { container, changes } = await transact(async (tx) => {
    const container = await fenceContainer(tx, caller);
    const leased = await leasedTasks(tx, container.id);
    const end = { message: message || messages[reason], completedAt: Timestamp.now(), pauseRequestedAt: null };
    if (reason === 'crashed') enqueue(tx, caller.userId, 'wake_container', container.id, { afterMs: 0 });
    const moved = changeContainerStatus(tx, container, { to: 'paused', by: 'system', on: 'ended' }, end);
    return { container, changes: [...moved, ...giveBackTasks(tx, leased)] };
  });
  await touch(caller.userId, changes);
  if (reason === 'crashed') return; // not at once: the outbox looks after it, and not for ever
  await wakeForDecidedTasks(container);
  if (reason === 'idle' || reason === 'waiting') await wakeForOwnTasks(container.id);
  await wakeProject(caller.projectId);
}
