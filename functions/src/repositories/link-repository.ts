import type { Repository } from '@countersign/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { transact } from '../data.ts';
import { notFound } from '../errors.ts';
import { projects, repositories } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { readOwnProject } from '../projects/read-own-project.ts';
import { touch, type Change } from '../signals/touch.ts';
import { toRepositoryReply } from './repository-reply.ts';

/** Links a repository to a project, away from the one it was in; null unlinks it. Throws `not_found`. */
export async function linkRepository(
  { userId }: UserCaller,
  id: string,
  projectId: string | null,
): Promise<Repository> {
  if (projectId) await readOwnProject(userId, projectId);
  const ref = repositories().doc(id);
  const { before, after } = await transact(async (tx) => {
    const repository = await tx.read(ref);
    if (repository?.userId !== userId) throw notFound('Repository');
    const change = { projectId, lastUpdated: Timestamp.now() };
    tx.update(ref, change);
    const moved = repository.projectId !== projectId;
    const counted = (project: string | null, by: number) => {
      if (project && moved) tx.update(projects().doc(project), { repositoryCount: FieldValue.increment(by) });
    };
    counted(repository.projectId, -1);
    counted(projectId, 1);
    return { before: repository, after: { ...repository, ...change } };
  });
  const changes: Change[] = [{ kind: 'repository', id }];
  for (const project of [before.projectId, projectId]) if (project) changes.push({ kind: 'project', id: project });
  await touch(userId, changes);
  return toRepositoryReply(after);
}
