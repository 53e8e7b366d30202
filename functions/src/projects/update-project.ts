import type { Project } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { transact } from '../effects/transact.ts';
import type { ProjectDocument } from '../documents/project.ts';
import { notFound } from '../lib/errors.ts';
import { projects } from '../store/firestore.ts';
import { checkModel } from '../quotas/check-model.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { toProjectReply } from '../replies/project-reply.ts';

export type ProjectChange = Partial<
  Pick<
    ProjectDocument,
    | 'name'
    | 'description'
    | 'status'
    | 'autoCreateContainers'
    | 'agent'
    | 'model'
    | 'baseBranch'
    | 'folder'
    | 'setupCommand'
    | 'instructions'
  >
>;

/** Changes a project. Switching Auto-create on starts a container for waiting tasks. Throws `not_found`, `invalid`. */
export async function updateProject({ userId }: UserCaller, id: string, change: ProjectChange): Promise<Project> {
  checkModel(change.model);
  const ref = projects().doc(id);
  const project = await transact(async (tx) => {
    const before = await tx.read(ref);
    if (before?.userId !== userId) throw notFound('Project');
    const fields = { ...change, updatedAt: Timestamp.now() };
    tx.update(ref, fields);
    const switchedOn = change.autoCreateContainers === true && !before.autoCreateContainers;
    if (switchedOn) tx.enqueue(userId, 'wake_project', id);
    tx.signal(userId, { kind: 'project', id });
    return { ...before, ...fields };
  });
  return toProjectReply(project);
}
