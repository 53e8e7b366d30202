import { Timestamp } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import { wakeIfPossible } from '../containers/wake/wake-container.ts';
import type { Tx } from '../effects/transact.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { TaskDocument } from '../documents/task.ts';
import { containers } from '../store/firestore.ts';
import { readHeldApprovals } from '../state/read-open-questions.ts';
import { closeOpenItems } from '../state/close-open-items.ts';
import { changeTaskStatus, type TaskChange } from '../state/change-task-status.ts';
import { tellOfWork } from '../state/tell-of-work.ts';
import { idleRun } from '../state/idle-run.ts';

/**
 * Moves an ended task back to pending, with `fields`. The container that worked on it is started again: no other one
 * may claim it. Reads before it writes. Throws `illegal_move`.
 */
export async function reopenTask(
  tx: Tx,
  project: ProjectDocument,
  task: TaskDocument,
  fields: TaskChange,
): Promise<void> {
  const found = task.containerId ? await tx.read(containers().doc(task.containerId)) : undefined;
  const container = found?.desired === 'deleted' ? undefined : found;
  const held = await readHeldApprovals(tx, task);
  const reopened = { at: Timestamp.now(), epoch: task.epoch };
  const move = { to: 'pending', by: 'owner', on: 'reopen' } as const;
  changeTaskStatus(tx, task, move, { ...fields, ...forgetRun(container), reopened });
  closeOpenItems(tx, task, held, 'The task was reopened');
  const { userId, id: subjectId } = task;
  recordEvent(tx, { userId, actor: 'owner', action: 'task_reopened', subjectId, detail: {} });
  tellOfWork(tx, project.id);
  if (container && (await wakeIfPossible(tx, container, 'task'))) return;
  if (project.autoCreateContainers) tx.enqueue(task.userId, 'wake_project', project.id);
}

/**
 * Clears what an earlier run left behind and the next one must not find. The checkpoint stays: the work goes on from
 * it. A deleted container no longer holds its task.
 */
function forgetRun(container: ContainerDocument | undefined): TaskChange {
  return {
    containerId: container?.id ?? null,
    keptByHand: false,
    ...idleRun,
  };
}
