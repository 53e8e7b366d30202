import type { CallOutput } from '@countersign/contract';
import type { agentRoutes, ModelUsage, RunnerNotice } from '@countersign/contract/agent';
import { Timestamp } from 'firebase-admin/firestore';

import { transactOnTask } from '../../effects/transact-on-task.ts';
import { transact, type Tx } from '../../effects/transact.ts';
import type { TaskDocument } from '../../documents/task.ts';
import { iso } from '../../documents/time.ts';
import { modelNames } from '../../settings/models.ts';
import { read } from '../../store/data.ts';
import { containers, projects, tasks } from '../../store/firestore.ts';
import { budgetLeftOf } from '../../quotas/budgets.ts';
import { whatRemains } from '../../quotas/days/daily-caps.ts';
import { meterModels } from '../../quotas/days/meter-models.ts';
import { meterTokens, readNewTokens } from '../../quotas/days/meter.ts';
import { meterTasks, toldTasks } from './meter-tasks.ts';
import { askToLeave } from './ask-to-leave.ts';
import { isTooOld, LEAVES } from './old-runner.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';
import { directiveOf, fenceContainer, fenceTask, leaseEnd } from '../../state/fence.ts';
import { stopOf } from '../decisions/stop-of.ts';

type Reply = CallOutput<typeof agentRoutes.heartbeat>;

interface Beat {
  taskId?: string | undefined;
  epoch?: number | undefined;
  usage?: ModelUsage | undefined;
  notice?: RunnerNotice | null | undefined;
}

/**
 * A runner's sign of life: counts what its models have used, and renews the lease of the task it works on. The reply
 * tells it to save and leave when a cap of the day is reached, or when it is too old for this server. Throws
 * `stale_epoch`, `not_found`.
 */
export async function heartbeat(caller: AgentCaller, beat: Beat): Promise<Reply> {
  const { isOld, metered, ...told } = await record(caller, beat);
  const reply = { ...told, budgets: await budgetsOf(caller, metered) };
  const { pauseMessage, modelAllowance } = await whatRemains(caller.userId, Timestamp.now());
  const leaves = pauseMessage ?? (isOld ? LEAVES : null);
  if (leaves === null || reply.directive !== 'run') return { ...reply, modelAllowance };
  const directive = await askToLeave(caller, { message: leaves, isCap: pauseMessage !== null });
  return { ...reply, directive, modelAllowance };
}

function record(caller: AgentCaller, { taskId, epoch, usage, notice }: Beat) {
  const write = async (tx: Tx) => {
    const { task, container } =
      taskId === undefined
        ? { task: null, container: await fenceContainer(tx, caller) }
        : await fenceTask(tx, caller, taskId, epoch ?? 0);
    const [told, tokens] = await Promise.all([toldTasks(tx, caller, usage), readNewTokens(tx, container, usage)]);
    const counted = { ...meterTokens(tx, container, tokens), ...meterModels(container, usage?.models) };
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
      isOld: isTooOld(container.protocol),
      directive: directiveOf(container),
      ...stopOf(task),
      metered: task === null ? metered : [task, ...metered],
      leaseUntil: iso(leaseUntil),
    };
  };
  return taskId === undefined ? transact(write) : transactOnTask(taskId, write);
}

/** What is left of each task's budget; of several entries for a task the last one, just counted, is used. */
async function budgetsOf(
  { projectId }: AgentCaller,
  tasks: readonly TaskDocument[],
): Promise<NonNullable<Reply['budgets']>> {
  const project = (needsProject(tasks) ? await read(projects().doc(projectId)) : undefined) ?? { model: null };
  return [
    ...new Map(tasks.map((task) => [task.id, { taskId: task.id, budget: budgetLeftOf(task, project) }])).values(),
  ];
}

/** Only where the project chooses the model whose price a budget is reckoned with. */
function needsProject(tasks: readonly TaskDocument[]): boolean {
  return modelNames().length > 1 && tasks.some(({ budget, model }) => budget?.unit === 'usd' && model === null);
}

/** The change where the runner reports a new problem, or its end; null where nothing has changed. */
function changeOfNotice(task: TaskDocument, said: Beat['notice']): Pick<TaskDocument, 'notice'> | null {
  if (said === undefined || (said === null && task.notice === null)) return null;
  if (said === null) return { notice: null };
  const { kind, text, forSeconds } = said;
  if (task.notice?.kind === kind && task.notice.text === text) return null;
  return { notice: { kind, text, since: Timestamp.fromMillis(Date.now() - forSeconds * 1000) } };
}
