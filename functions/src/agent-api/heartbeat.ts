import type { CallOutput } from '@countersign/contract';
import type { agentRoutes, ModelUsage, RunnerNotice } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';

import { transact } from '../effects/transact.ts';
import type { TaskDocument } from '../documents/task.ts';
import { iso } from '../documents/time.ts';
import { containers, tasks } from '../store/firestore.ts';
import { budgetLeftOf } from '../limits/budgets.ts';
import { whatRemains } from '../limits/daily-caps.ts';
import { meterModels } from '../limits/meter-models.ts';
import { meterTokens } from '../limits/meter.ts';
import { meterTasks, toldTasks } from './meter-tasks.ts';
import { askToLeave } from './ask-to-leave.ts';
import type { AgentCaller } from '../tokens/container-token.ts';
import { directiveOf, fenceContainer, fenceTask, leaseEnd } from '../state/fence.ts';
import { stopOf } from './stop-of.ts';

type Reply = CallOutput<typeof agentRoutes.heartbeat>;

interface Beat {
  taskId?: string | undefined;
  epoch?: number | undefined;
  usage?: ModelUsage | undefined;
  notice?: RunnerNotice | null | undefined;
}

/**
 * Says that the runner lives, what its models have used, and renews the lease of the task it works on. It is told to save and
 * leave when a cap of the day is reached. Throws `stale_epoch`, `not_found`.
 */
export async function heartbeat(caller: AgentCaller, beat: Beat): Promise<Reply> {
  const reply = await record(caller, beat);
  const { pauseMessage, modelAllowance } = await whatRemains(caller.userId, Timestamp.now());
  if (pauseMessage === null || reply.directive !== 'run') return { ...reply, modelAllowance };
  return { ...reply, directive: await askToLeave(caller, pauseMessage), modelAllowance };
}

function record(caller: AgentCaller, { taskId, epoch, usage, notice }: Beat) {
  return transact(async (tx) => {
    const { task, container } =
      taskId === undefined
        ? { task: null, container: await fenceContainer(tx, caller) }
        : await fenceTask(tx, caller, taskId, epoch ?? 0);
    const told = await toldTasks(tx, caller, usage);
    const counted = { ...meterTokens(tx, container, usage), ...meterModels(container, usage?.models) };
    tx.update(containers().doc(container.id), { heartbeatAt: Timestamp.now(), ...counted });
    const metered = meterTasks(tx, container, told);
    const leaseUntil = task?.status === 'running' ? leaseEnd() : null;
    if (task && leaseUntil) {
      const noted = changeOfNotice(task, notice);
      tx.update(tasks().doc(task.id), { leaseUntil, ...noted });
      if (noted !== null) tx.signal(task.userId, { kind: 'task', id: task.id });
      const isSilent = noted?.notice?.kind === 'silent' && task.notice?.kind !== 'silent';
      if (isSilent) tx.enqueue(task.userId, 'notify', task.id, { object: 'silent' });
    }
    return {
      directive: directiveOf(container),
      ...stopOf(task),
      budgets: budgetsOf(task === null ? metered : [task, ...metered]),
      leaseUntil: iso(leaseUntil),
    };
  });
}

/** What is left of each task's budget; what was counted just now comes last and stands. */
function budgetsOf(tasks: readonly TaskDocument[]): NonNullable<Reply['budgets']> {
  return [...new Map(tasks.map((task) => [task.id, { taskId: task.id, budget: budgetLeftOf(task) }])).values()];
}

/** What the runner says is amiss by now; null where it says the same as before, or nothing about it. */
function changeOfNotice(task: TaskDocument, said: Beat['notice']): Pick<TaskDocument, 'notice'> | null {
  if (said === undefined || (said === null && task.notice === null)) return null;
  if (said === null) return { notice: null };
  const { kind, text, forSeconds } = said;
  if (task.notice?.kind === kind && task.notice.text === text) return null;
  return { notice: { kind, text, since: Timestamp.fromMillis(Date.now() - forSeconds * 1000) } };
}
