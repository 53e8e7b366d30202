import type { Task, TaskStatus } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { transact, type Tx } from '../data.ts';
import type { OutboxDocument } from '../documents/outbox.ts';
import type { ProjectDocument } from '../documents/project.ts';
import type { TaskDocument } from '../documents/task.ts';
import { illegalMove, notFound } from '../errors.ts';
import { tasks } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { drain } from '../outbox/drain.ts';
import { touchAll, type Change } from '../signals/touch.ts';
import { changeTaskStatus } from './change-task-status.ts';
import { checkReferences } from './check-references.ts';
import { readOwnTask } from './read-own-task.ts';
import { reopenTask } from './reopen-task.ts';
import { askToStartAnew, openStartRequest } from './start-request.ts';
import { toTaskReply } from './task-reply.ts';

export interface TaskEdit {
  title?: string | undefined;
  description?: string | null | undefined;
  priority?: number | undefined;
  parentId?: string | null | undefined;
  /**
   * `pending` reopens an ended task, `completed` ends one that is kept by hand; everything else is reached by work and
   * answered with `illegal_move`.
   */
  status?: TaskStatus | undefined;
}

interface Updated {
  changes: Change[];
  promised: OutboxDocument[];
}

/** Changes a task, reopens it, or completes it by hand. Throws `not_found`, `invalid`, `illegal_move`. */
export async function updateTask({ userId }: UserCaller, id: string, edit: TaskEdit): Promise<Task> {
  const { project } = await readOwnTask(userId, id);
  const { changes, promised } = await transact(async (tx) => {
    const task = await tx.read(tasks().doc(id));
    if (!task) throw notFound('Task');
    await checkReferences(tx, project, edit, id);
    return update(tx, project, task, edit);
  });
  await Promise.all([touchAll(userId, id, changes), drain(...promised)]);
  const { task: after } = await readOwnTask(userId, id);
  return toTaskReply(after, project);
}

async function update(tx: Tx, project: ProjectDocument, task: TaskDocument, edit: TaskEdit): Promise<Updated> {
  const { status, ...fields } = edit;
  if (status === 'completed') return { changes: completeByHand(tx, task, fields), promised: [] };
  if (status === 'pending') return reopenTask(tx, project, task, fields);
  if (status) throw illegalMove('task', task.status, status);
  const question = await openStartRequest(tx, task);
  tx.update(tasks().doc(task.id), { ...fields, updatedAt: Timestamp.now() });
  const asked = question ? askToStartAnew(tx, edited(task, edit), question) : [];
  return { changes: [{ kind: 'task', id: task.id }, ...asked], promised: [] };
}

/** A task that an agent works on is ended by that agent. */
function completeByHand(tx: Tx, task: TaskDocument, fields: Omit<TaskEdit, 'status'>): Change[] {
  if (!task.keptByHand) throw illegalMove('task', task.status, 'completed');
  return changeTaskStatus(tx, task, { to: 'completed', by: 'owner', on: 'by_hand' }, fields);
}

/** The task with the words that it has after the edit. */
function edited(task: TaskDocument, { title = task.title, description = task.description }: TaskEdit): TaskDocument {
  return { ...task, title, description };
}
