import type { Project } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { checkNotDeleted } from '../audit/check-not-deleted.ts';
import type { ProjectDocument } from '../documents/project.ts';
import { projects } from '../store/firestore.ts';
import { checkModel } from '../quotas/check-model.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { conflict } from '../lib/errors.ts';
import { newId } from '../lib/id.ts';
import { idUnderKey } from '../lib/id-under-key.ts';
import { createWithinQuota } from '../quotas/quota.ts';
import { read } from '../store/data.ts';
import { userProjects } from '../store/queries.ts';
import { toProjectReply } from '../replies/project-reply.ts';

export type ProjectFields = Pick<ProjectDocument, 'name' | 'status' | 'autoCreateContainers'> &
  Partial<Pick<ProjectDocument, 'description' | 'agent' | 'model'>>;

/**
 * Creates a project. The same request under the same key gets the same project; one with other words, or for one that
 * was deleted since, gets `conflict`. Throws `invalid`, `quota_exceeded`.
 */
export async function createProject(
  { userId }: UserCaller,
  fields: ProjectFields,
  key: string | null = null,
): Promise<Project> {
  const id = key === null ? newId() : idUnderKey('p', userId, key);
  // Also where it was the last one that the quota allowed.
  const earlier = key === null ? undefined : await read(projects().doc(id));
  if (earlier) return sameReply(earlier, fields);
  checkModel(fields.model);
  const project = newProject(userId, id, fields);
  const existing = await write(project, key !== null);
  return existing ? sameReply(existing, fields) : toProjectReply(project);
}

/** One that was changed since is taken for the one that was asked for: its words may have been others. */
function sameReply(project: ProjectDocument, { name, description = null }: ProjectFields): Project {
  const isUnchanged = project.updatedAt.isEqual(project.createdAt);
  if (isUnchanged && (project.name !== name || project.description !== description))
    throw conflict('There is a project with other words under this key. Ask for this one under a key of its own.');
  return toProjectReply(project);
}

function newProject(userId: string, id: string, fields: ProjectFields): ProjectDocument {
  const now = Timestamp.now();
  return {
    id,
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
    deletedContainers: { count: 0, usage: [] },
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the project that a request with the same key has created meanwhile; nothing is written then. */
async function write(project: ProjectDocument, mayExist: boolean): Promise<ProjectDocument | undefined> {
  let existing: ProjectDocument | undefined;
  const { id, userId } = project;
  const ref = projects().doc(id);
  await createWithinQuota('projects', userProjects(userId), {
    check: mayExist
      ? async (tx) => {
          existing = await tx.read(ref);
          if (!existing) await checkNotDeleted(tx, 'project', id);
        }
      : undefined,
    create(writer) {
      if (existing) return;
      writer.create(ref, project);
      writer.signal(userId, { kind: 'project', id });
    },
    undo(writer) {
      if (!existing) writer.delete(ref);
    },
  });
  return existing;
}
