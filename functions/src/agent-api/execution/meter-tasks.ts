import type { ModelUsage, ModelTokens } from '@countersign/contract/agent';
import type { ContainerDocument } from '../../documents/container.ts';
import type { TaskDocument } from '../../documents/task.ts';
import type { Tx } from '../../effects/transact.ts';
import { meterTask } from '../../quotas/days/meter-models.ts';
import { tasks } from '../../store/firestore.ts';
import type { AgentCaller } from '../../tokens/container-token.ts';

/** A task that a runner reports on, and what its models have used for it in this execution. */
export interface ToldTask {
  task: TaskDocument;
  models: readonly ModelTokens[];
}

/** The tasks a runner reports on, if they still exist and belong to its container. Reads in the transaction. */
export async function toldTasks(
  tx: Pick<Tx, 'read'>,
  { projectId, containerId }: AgentCaller,
  usage: ModelUsage | undefined,
): Promise<ToldTask[]> {
  const told = [...new Map((usage?.tasks ?? []).map((one) => [one.taskId, one.models])).entries()];
  const found = await Promise.all(told.map(([taskId]) => tx.read(tasks().doc(taskId))));
  return told.flatMap(([, models], index) => {
    const task = found[index];
    return task?.projectId === projectId && task.containerId === containerId ? [{ task, models }] : [];
  });
}

/** Counts the reported tokens, each once, and returns the tasks with the new totals. */
export function meterTasks(tx: Tx, container: ContainerDocument, told: readonly ToldTask[]): TaskDocument[] {
  return told.map(({ task, models }) => {
    const change = meterTask(task, container, models);
    if (change === null) return task;
    tx.update(tasks().doc(task.id), change);
    tx.signal(task.userId, { kind: 'task', id: task.id, streamed: true });
    return { ...task, ...change };
  });
}
