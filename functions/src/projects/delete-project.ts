import { transact } from '../data.ts';
import { recordEvent } from '../audit/record-event.ts';
import { notFound } from '../errors.ts';
import { projects } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { touch } from '../signals/touch.ts';

/**
 * Deletes a project. It is gone with this transaction, and with it everybody's way to add anything to it; what
 * belonged to it follows through the outbox (cascade/delete-project-things.ts). Throws `not_found`.
 */
export async function deleteProject({ userId }: UserCaller, id: string): Promise<void> {
  const entry = await transact(async (tx) => {
    const project = await tx.read(projects().doc(id));
    if (project?.userId !== userId) throw notFound('Project');
    tx.delete(projects().doc(id));
    recordEvent(tx, { userId, actor: 'owner', action: 'project_deleted', subjectId: id, detail: {} });
    return enqueue(tx, userId, 'delete_project', id);
  });
  await Promise.all([touch(userId, [{ kind: 'project', id }]), drain(entry)]);
}
