import { transact } from '../effects/transact.ts';
import { recordEvent } from '../audit/record-event.ts';
import { notFound } from '../lib/errors.ts';
import { projects } from '../store/firestore.ts';
import { deleteSecret, variableId } from '../secrets/store.ts';
import type { UserCaller } from '../access/authenticate-user.ts';

/**
 * Deletes a project. From this transaction on nobody can add anything to it; what belonged to it is deleted through the
 * outbox (cascade/purge-project.ts). Throws `not_found`.
 */
export async function deleteProject({ userId }: UserCaller, id: string): Promise<void> {
  await transact(async (tx) => {
    const project = await tx.read(projects().doc(id));
    if (project?.userId !== userId) throw notFound('Project');
    tx.delete(projects().doc(id));
    for (const { name } of project.variables) deleteSecret(tx, 'project-variable', variableId(id, name));
    recordEvent(tx, { userId, actor: 'owner', action: 'project_deleted', subjectId: id, detail: {} });
    tx.enqueue(userId, 'delete_project', id);
    tx.signal(userId, { kind: 'project', id });
  });
}
