import { FieldValue } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { projects, tasks } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';

/** Deletes a task; the outbox deletes its history, and its subtasks become tasks of their own. Throws `not_found`. */
export async function deleteTask({ userId }: UserCaller, id: string): Promise<void> {
  await transact(async (tx) => {
    const task = await tx.read(tasks().doc(id));
    if (task?.userId !== userId) throw notFound('Task');
    tx.delete(tasks().doc(id));
    tx.update(projects().doc(task.projectId), {
      taskCount: FieldValue.increment(-1),
      pendingApprovalCount: FieldValue.increment(task.status === 'awaiting_approval' ? -1 : 0),
    });
    recordEvent(tx, { userId, actor: 'owner', action: 'task_deleted', subjectId: id, detail: {} });
    tx.enqueue(userId, 'delete_task', id);
    tx.signal(userId, { kind: 'task', id }, { kind: 'project', id: task.projectId });
  });
}
