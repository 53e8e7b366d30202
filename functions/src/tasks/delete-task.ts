import { FieldValue } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../data.ts';
import { notFound } from '../errors.ts';
import { projects, tasks } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { touch } from '../signals/touch.ts';

/** Deletes a task; its history follows through the outbox, its subtasks become tasks of their own. Throws `not_found`. */
export async function deleteTask({ userId }: UserCaller, id: string): Promise<void> {
  const { projectId, entry } = await transact(async (tx) => {
    const task = await tx.read(tasks().doc(id));
    if (task?.userId !== userId) throw notFound('Task');
    tx.delete(tasks().doc(id));
    tx.update(projects().doc(task.projectId), {
      taskCount: FieldValue.increment(-1),
      pendingApprovalCount: FieldValue.increment(task.status === 'awaiting_approval' ? -1 : 0),
    });
    recordEvent(tx, { userId, actor: 'owner', action: 'task_deleted', subjectId: id, detail: {} });
    return { projectId: task.projectId, entry: enqueue(tx, userId, 'delete_task', id) };
  });
  const changes = [
    { kind: 'task', id },
    { kind: 'project', id: projectId },
  ] as const;
  await Promise.all([touch(userId, [...changes]), drain(entry)]);
}
