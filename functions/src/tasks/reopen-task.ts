import { wakeWithin } from '../containers/wake-container.ts';
import type { Tx } from '../data.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { TaskDocument } from '../documents/task.ts';
import { containers } from '../firestore.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Change } from '../signals/touch.ts';
import { changeTaskStatus, type TaskChange } from './change-task-status.ts';
import { noRun } from './no-run.ts';

/**
 * Puts an ended task back to pending, with `fields`. The container that worked on it is started again: no other one may
 * claim it. Reads before it writes; the entries are to be drained after the commit. Throws `illegal_move`.
 */
export async function reopenTask(
  tx: Tx,
  project: ProjectDocument,
  task: TaskDocument,
  fields: TaskChange,
): Promise<{ changes: Change[]; promised: OutboxDocument[] }> {
  const found = task.containerId ? await tx.read(containers().doc(task.containerId)) : undefined;
  const container = found?.desired === 'deleted' ? undefined : found;
  const move = { to: 'pending', by: 'owner', on: 'reopen' } as const;
  const changes = changeTaskStatus(tx, task, move, { ...fields, ...forgetRun(container) });
  const woken = container && (await wakeWithin(tx, container, 'task'));
  if (woken) return { changes: [...changes, { kind: 'container', id: woken.subjectId }], promised: [woken] };
  const wantsContainer = project.autoCreateContainers;
  return { changes, promised: wantsContainer ? [enqueue(tx, task.userId, 'wake_project', project.id)] : [] };
}

/**
 * What an earlier run left behind and the next one must not find. The checkpoint stays: the work goes on from it. A
 * container that is deleted holds its task no longer.
 */
function forgetRun(container: ContainerDocument | undefined): TaskChange {
  return {
    containerId: container?.id ?? null,
    keptByHand: false,
    ...noRun,
  };
}
