import { Timestamp } from 'firebase-admin/firestore';
import { heartbeatSeconds } from '../state/fence.ts';
import { wakeIfPossible, type WakeCause } from '../containers/wake/wake-container.ts';
import type { Tx } from '../effects/transact.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { TaskDocument } from '../documents/task.ts';
import { containers, projects, tasks } from '../store/firestore.ts';
import { latestOf } from '../state/held-decision.ts';
import { changeTaskStatus, type TaskChange } from '../state/change-task-status.ts';

/**
 * What one decision does to its task: the last one makes it approved, or rejected if any was a rejection. A container
 * that has left, because it waited or had nothing to do, is started again in the same transaction, so that no decision
 * is without a consequence; a hold keeps it from going on with the decision, not from starting. Returns the container
 * that is to go on, if it has not been heard from lately: Cloud Run is asked about it after the commit. `change` is
 * written with the task. Reads before it writes.
 */
export async function moveDecidedTask(
  tx: Tx,
  task: TaskDocument,
  { isApproved, releaseAt }: { isApproved: boolean; releaseAt: Timestamp | null },
  change: TaskChange = {},
): Promise<ContainerDocument | null> {
  const undecidedCount = Math.max(0, task.undecidedCount - 1);
  const rejectedSincePark = task.rejectedSincePark + (isApproved ? 0 : 1);
  const counts = { ...change, undecidedCount, rejectedSincePark, heldUntil: latestOf(task.heldUntil, releaseAt) };
  if (undecidedCount > 0 || task.status !== 'awaiting_approval') {
    // The task is written in any case: its runner's held request watches it.
    tx.update(tasks().doc(task.id), { ...counts, updatedAt: Timestamp.now() });
    tx.signal(task.userId, { kind: 'task', id: task.id });
    return null;
  }
  const to = rejectedSincePark === 0 ? 'approved' : 'rejected';
  const { container, cause, wantsContainer } = await readWhoGoesOn(tx, task, to);
  changeTaskStatus(tx, task, { to, by: 'owner', on: 'decide' }, counts);
  if (container && (await wakeIfPossible(tx, container, cause))) return null;
  if (wantsContainer) tx.enqueue(task.userId, 'wake_project', task.projectId);
  return container && isSilent(container) ? container : null;
}

/** Running as far as we know, but without recent heartbeats: it may have ended unnoticed. */
function isSilent({ status, heartbeatAt }: ContainerDocument): boolean {
  return status === 'running' && (heartbeatAt?.toMillis() ?? 0) < Date.now() - 2 * heartbeatSeconds() * 1000;
}

/**
 * The container that parked the task. For a task that may begin: the container that it belongs to, and whether its
 * project creates containers by itself.
 */
async function readWhoGoesOn(tx: Tx, task: TaskDocument, to: 'approved' | 'rejected') {
  const { parkedContainerId, containerId, projectId } = task;
  if (parkedContainerId) {
    const cause: WakeCause = to === 'approved' ? 'approval' : 'rejection';
    return { container: await tx.read(containers().doc(parkedContainerId)), cause, wantsContainer: false };
  }
  const mayBegin = to === 'approved';
  const [container, project] = await Promise.all([
    mayBegin && containerId ? tx.read(containers().doc(containerId)) : undefined,
    mayBegin ? tx.read(projects().doc(projectId)) : undefined,
  ]);
  return { container, cause: 'task' as WakeCause, wantsContainer: project?.autoCreateContainers === true };
}
