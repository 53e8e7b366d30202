import { Timestamp } from 'firebase-admin/firestore';
import { heartbeatSeconds } from '../state/fence.ts';
import { wakeIfPossible, type WakeCause } from '../containers/wake-container.ts';
import type { Tx } from '../effects/transact.ts';
import type { ContainerDocument } from '../documents/container.ts';
import type { TaskDocument } from '../documents/task.ts';
import { containers, projects, tasks } from '../store/firestore.ts';
import { latestOf } from '../state/held-decision.ts';
import { changeTaskStatus, type TaskChange } from '../state/change-task-status.ts';

/**
 * What one decision does to its task: with the last one it is approved, or rejected when one of them was a rejection.
 * A container that has left, as it waited or had nothing to do, is started again, in the same transaction, so that a decision is never
 * without a consequence; a hold keeps it from going on with the decision, not from starting. Answers the container that is to go on and was
 * not heard of lately, if it is so: Cloud Run is asked about it after the commit. `change` is written with the task. Reads before it writes.
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
    // The task changes in any case: its runner's held request watches it.
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

/** It runs as far as is known, but has missed heartbeats: it may have ended without anybody having noticed. */
function isSilent({ status, heartbeatAt }: ContainerDocument): boolean {
  return status === 'running' && (heartbeatAt?.toMillis() ?? 0) < Date.now() - 2 * heartbeatSeconds() * 1000;
}

/**
 * The container that parked the task. For one that may begin, the container that it belongs to, and whether its project
 * makes containers by itself.
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
