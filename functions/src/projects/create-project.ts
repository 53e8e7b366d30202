import type { Project } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { ProjectDocument } from '../documents/project.ts';
import { projects } from '../store/firestore.ts';
import { checkModel } from '../quotas/check-model.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { newId } from '../lib/id.ts';
import { createWithinQuota } from '../quotas/quota.ts';
import { userProjects } from '../store/queries.ts';
import { toProjectReply } from '../replies/project-reply.ts';

export type ProjectFields = Pick<ProjectDocument, 'name' | 'status' | 'autoCreateContainers'> &
  Partial<Pick<ProjectDocument, 'description' | 'agent' | 'model'>>;

/** Creates a project; throws `invalid`, `quota_exceeded`. */
export async function createProject({ userId }: UserCaller, fields: ProjectFields): Promise<Project> {
  checkModel(fields.model);
  const now = Timestamp.now();
  const project: ProjectDocument = {
    id: newId(),
    userId,
    name: fields.name,
    description: fields.description ?? null,
    status: fields.status,
    autoCreateContainers: fields.autoCreateContainers,
    agent: fields.agent ?? null,
    model: fields.model ?? null,
    baseBranch: null,
    folder: null,
    instructions: null,
    setupCommand: null,
    setupApproved: null,
    setupResult: null,
    variables: [],
    taskCount: 0,
    pendingApprovalCount: 0,
    workToldAt: null,
    repositoryCount: 0,
    createdAt: now,
    updatedAt: now,
  };
  const ref = projects().doc(project.id);
  await createWithinQuota('projects', userProjects(userId), {
    create(writer) {
      writer.create(ref, project);
      writer.signal(userId, { kind: 'project', id: project.id });
    },
    undo: (writer) => writer.delete(ref),
  });
  return toProjectReply(project);
}
