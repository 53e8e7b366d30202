import type { Repository } from '@countersign/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { transact } from '../effects/transact.ts';
import { conflict, notFound } from '../lib/errors.ts';
import { projects, repositories } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { isLinkedAlready, linkedAlready } from './linked-already.ts';
import { toRepositoryReply } from '../replies/repository-reply.ts';

/** Links a repository to a project instead of its former one; null unlinks it. Throws `not_found`, `conflict`. */
export async function linkRepository(
  { userId }: UserCaller,
  id: string,
  projectId: string | null,
): Promise<Repository> {
  if (projectId) await readOwnProject(userId, projectId, 'projectId');
  const ref = repositories().doc(id);
  const after = await transact(async (tx) => {
    const repository = await tx.read(ref);
    if (repository?.userId !== userId) throw notFound('Repository');
    const moved = repository.projectId !== projectId;
    if (projectId && moved && (await isLinkedAlready(tx, { ...repository, projectId })))
      throw conflict(linkedAlready(repository));
    const change = { projectId, lastUpdated: Timestamp.now() };
    tx.update(ref, change);
    const counted = (project: string | null, by: number) => {
      if (project && moved) tx.update(projects().doc(project), { repositoryCount: FieldValue.increment(by) });
    };
    counted(repository.projectId, -1);
    counted(projectId, 1);
    tx.signal(userId, { kind: 'repository', id });
    for (const touched of new Set([repository.projectId, projectId])) {
      if (touched) tx.signal(userId, { kind: 'project', id: touched });
    }
    return { ...repository, ...change };
  });
  return toRepositoryReply(after);
}
