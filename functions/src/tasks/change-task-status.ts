import { canMoveTask, type Mover, type TaskEvent, type TaskStatus } from '@countersign/contract';
import { FieldValue, Timestamp, type UpdateData } from 'firebase-admin/firestore';
import type { Writer } from '../data.ts';
import type { TaskDocument } from '../documents/task.ts';
import { illegalMove } from '../errors.ts';
import { projects, tasks } from '../firestore.ts';
import type { Change } from '../signals/touch.ts';

export interface StatusChange {
  to: TaskStatus;
  by: Mover;
  on: TaskEvent;
}

/** Fields of the task that change with its status, e.g. its lease. */
export type TaskChange = Omit<UpdateData<TaskDocument>, 'status' | 'id' | 'userId' | 'projectId'>;

/**
 * The one place where a task's status changes. Checks the move (contract: moves.ts), keeps `completedAt` and the
 * project's count of tasks that await approval, and writes `change` with it. `task` is what the same transaction read.
 * Answers what to signal after the commit. Throws `illegal_move`.
 */
export function changeTaskStatus(
  writer: Writer,
  task: TaskDocument,
  move: StatusChange,
  change: TaskChange = {},
): Change[] {
  const { to, by, on } = move;
  if (!canMoveTask(task.status, to, by, on)) throw illegalMove('task', task.status, to);
  const now = Timestamp.now();
  const ended = to === 'completed' || to === 'failed';
  writer.update(tasks().doc(task.id), {
    ...change,
    status: to,
    completedAt: ended ? now : null,
    updatedAt: now,
  });
  const waiting = Number(to === 'awaiting_approval') - Number(task.status === 'awaiting_approval');
  if (waiting !== 0) {
    writer.update(projects().doc(task.projectId), { pendingApprovalCount: FieldValue.increment(waiting) });
  }
  return [
    { kind: 'task', id: task.id },
    { kind: 'project', id: task.projectId },
  ];
}
