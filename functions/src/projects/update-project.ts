import type { Project } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { transact } from '../data.ts';
import type { ProjectDocument } from '../documents/project.ts';
import { notFound } from '../errors.ts';
import { projects } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { touch } from '../signals/touch.ts';
import { toProjectReply } from './project-reply.ts';

export type ProjectChange = Partial<
  Pick<ProjectDocument, 'name' | 'description' | 'status' | 'autoCreateContainers' | 'agent'>
>;

/** Changes a project. Auto-create switched on: what already waits gets its container. Throws `not_found`. */
export async function updateProject({ userId }: UserCaller, id: string, change: ProjectChange): Promise<Project> {
  const ref = projects().doc(id);
  const { project, wake } = await transact(async (tx) => {
    const before = await tx.read(ref);
    if (before?.userId !== userId) throw notFound('Project');
    const fields = { ...change, updatedAt: Timestamp.now() };
    tx.update(ref, fields);
    const switchedOn = change.autoCreateContainers === true && !before.autoCreateContainers;
    return {
      project: { ...before, ...fields },
      wake: switchedOn ? [enqueue(tx, userId, 'wake_project', id)] : [],
    };
  });
  await Promise.all([touch(userId, [{ kind: 'project', id }]), drain(...wake)]);
  return toProjectReply(project);
}
