import type { Budget, Task, TaskStatus } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import { transact, type Tx } from '../effects/transact.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { TaskDocument } from '../documents/task.ts';
import { illegalMove, notFound } from '../lib/errors.ts';
import { tasks } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { changeTaskStatus } from '../state/change-task-status.ts';
import { checkModel } from '../quotas/check-model.ts';
import { budgetChange } from '../quotas/budgets.ts';
import { checkBudget } from '../quotas/check-budget.ts';
import { checkReferences } from './check-references.ts';
import { readOwnTask } from '../own/read-own-task.ts';
import { reopenTask } from './reopen-task.ts';
import { askToStartAnew, openStartRequest } from '../task-items/start-request.ts';
import { toTaskReply } from '../replies/task-reply.ts';

export interface TaskEdit {
  title?: string | undefined;
  description?: string | null | undefined;
  priority?: number | undefined;
  parentId?: string | null | undefined;
  /** Replaces the former budget and cancels what was approved beyond it. */
  budget?: Budget | null | undefined;
  /** Used from the next claim on. */
  model?: string | null | undefined;
  /**
   * `pending` reopens an ended task, `completed` ends one that is kept by hand; every other status is reached by work
   * and refused with `illegal_move`.
   */
  status?: TaskStatus | undefined;
}

/** Changes a task, reopens it, or completes it by hand. Throws `not_found`, `invalid`, `illegal_move`. */
export async function updateTask({ userId }: UserCaller, id: string, edit: TaskEdit): Promise<Task> {
  const { task: before, project } = await readOwnTask(userId, id);
  checkModel(edit.model);
  checkBudget(edit, before, project);
  await transact(async (tx) => {
    const task = await tx.read(tasks().doc(id));
    if (!task) throw notFound('Task');
    await checkReferences(tx, project, edit, id);
    await update(tx, project, task, edit);
  });
  const { task: after } = await readOwnTask(userId, id);
  return toTaskReply(after, project);
}

async function update(tx: Tx, project: ProjectDocument, task: TaskDocument, edit: TaskEdit): Promise<void> {
  const { status, ...given } = edit;
  const fields = { ...given, ...(given.budget === undefined ? {} : budgetChange(task, given.budget)) };
  if (status === 'completed') return completeByHand(tx, task, fields);
  if (status === 'pending') return reopenTask(tx, project, task, fields);
  if (status) throw illegalMove('task', task.status, status);
  const question = await openStartRequest(tx, task);
  tx.update(tasks().doc(task.id), { ...fields, updatedAt: Timestamp.now() });
  tx.signal(task.userId, { kind: 'task', id: task.id });
  if (question) askToStartAnew(tx, edited(task, edit), question);
}

/** A task with an agent is ended by that agent, not by hand. */
function completeByHand(tx: Tx, task: TaskDocument, fields: Omit<TaskEdit, 'status'>): void {
  if (!task.keptByHand) throw illegalMove('task', task.status, 'completed');
  changeTaskStatus(tx, task, { to: 'completed', by: 'owner', on: 'by_hand' }, fields);
  const { userId, id: subjectId } = task;
  recordEvent(tx, { userId, actor: 'owner', action: 'task_completed', subjectId, detail: {} });
}

/** The task with its text after the edit. */
function edited(task: TaskDocument, { title = task.title, description = task.description }: TaskEdit): TaskDocument {
  return { ...task, title, description };
}
