import { FieldValue } from 'firebase-admin/firestore';
import { transact } from '../data.ts';
import { notFound } from '../errors.ts';
import { projects, repositories } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { deleteSecret } from '../secrets/store.ts';
import { touch, type Change } from '../signals/touch.ts';

/** Deletes a repository with its stored token. Throws `not_found`. */
export async function deleteRepository({ userId }: UserCaller, id: string): Promise<void> {
  const ref = repositories().doc(id);
  const { projectId } = await transact(async (tx) => {
    const repository = await tx.read(ref);
    if (repository?.userId !== userId) throw notFound('Repository');
    tx.delete(ref);
    deleteSecret(tx, 'repository-token', id);
    if (repository.projectId) {
      tx.update(projects().doc(repository.projectId), { repositoryCount: FieldValue.increment(-1) });
    }
    return repository;
  });
  const changes: Change[] = [{ kind: 'repository', id }];
  if (projectId) changes.push({ kind: 'project', id: projectId });
  await touch(userId, changes);
}
