import { FieldValue } from 'firebase-admin/firestore';
import { recordEvent } from '../audit/record-event.ts';
import { transact } from '../effects/transact.ts';
import { notFound } from '../lib/errors.ts';
import { projects, repositories } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { deleteSecret } from '../secrets/store.ts';

/** Deletes a repository with its stored token. Throws `not_found`. */
export async function deleteRepository({ userId }: UserCaller, id: string): Promise<void> {
  const ref = repositories().doc(id);
  await transact(async (tx) => {
    const repository = await tx.read(ref);
    if (repository?.userId !== userId) throw notFound('Repository');
    tx.delete(ref);
    deleteSecret(tx, 'repository-token', id);
    recordEvent(tx, { userId, actor: 'owner', action: 'repository_deleted', subjectId: id, detail: {} });
    tx.signal(userId, { kind: 'repository', id });
    const { projectId } = repository;
    if (!projectId) return;
    tx.update(projects().doc(projectId), { repositoryCount: FieldValue.increment(-1) });
    tx.signal(userId, { kind: 'project', id: projectId });
  });
}
