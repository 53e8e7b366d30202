import { canMoveTask, type Mover, type TaskEvent, type TaskStatus } from '@countersign/contract';
import { FieldValue, Timestamp, type UpdateData } from 'firebase-admin/firestore';
import type { Writer } from '../effects/transact.ts';
import type { TaskDocument } from '../documents/task.ts';
import { illegalMove } from '../lib/errors.ts';
import { projects, tasks } from '../store/firestore.ts';

export interface StatusChange {
  to: TaskStatus;
  by: Mover;
  on: TaskEvent;
}

/** Fields of the task that change with its status, e.g. its lease. */
export type TaskChange = Omit<UpdateData<TaskDocument>, 'status' | 'id' | 'userId' | 'projectId'>;

/**
 * The only place where a task's status changes. Checks the move (contract: moves.ts), maintains `completedAt`, the time
 * taken and the project's count of tasks that await approval, removes the limits of an ended task, and writes `change`.
 * `task` is what the same transaction read. Returns the task with what another change of its status in the same
 * transaction needs. Throws `illegal_move`.
 */
export function changeTaskStatus(
  writer: Writer,
  task: TaskDocument,
  move: StatusChange,
  change: TaskChange = {},
): TaskDocument {
  const { to, by, on } = move;
  if (!canMoveTask(task.status, to, by, on)) throw illegalMove('task', task.status, to);
  const now = Timestamp.now();
  const ended = to === 'completed' || to === 'failed';
  const taken = timeTaken(task, now);
  writer.update(tasks().doc(task.id), {
    ...change,
    ...taken,
    status: to,
    notice: null,
    completedAt: ended ? now : null,
    ...(ended ? { limits: null } : {}),
    updatedAt: now,
  });
  const waiting = Number(to === 'awaiting_approval') - Number(task.status === 'awaiting_approval');
  if (waiting !== 0) {
    writer.update(projects().doc(task.projectId), { pendingApprovalCount: FieldValue.increment(waiting) });
  }
  writer.signal(task.userId, { kind: 'task', id: task.id }, { kind: 'project', id: task.projectId });
  return { ...task, ...taken, status: to };
}

/** How long the task has worked and waited, with the time in its former status. A person's work is not counted. */
function timeTaken(
  { status, statusSince, keptByHand, workedMs, waitedMs }: TaskDocument,
  now: Timestamp,
): Pick<TaskDocument, 'workedMs' | 'waitedMs' | 'statusSince'> {
  const elapsed = statusSince === null || keptByHand ? 0 : Math.max(0, now.toMillis() - statusSince.toMillis());
  return {
    workedMs: workedMs + (status === 'running' ? elapsed : 0),
    waitedMs: waitedMs + (status === 'awaiting_approval' ? elapsed : 0),
    statusSince: now,
  };
}
