import { canonicalGithubUrl, isSameName, parseGithubUrl, type Repository } from '@countersign/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { RepositoryDocument } from '../documents/repository.ts';
import { conflict, invalidField } from '../lib/errors.ts';
import { projects, repositories } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { newId } from '../lib/id.ts';
import { idUnderKey } from '../lib/id-under-key.ts';
import { createWithinQuota } from '../quotas/quota.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { read } from '../store/data.ts';
import { userRepositories } from '../store/queries.ts';
import { isLinkedAlready, linkedAlready } from './linked-already.ts';
import { toRepositoryReply } from '../replies/repository-reply.ts';

export interface RepositoryFields {
  url: string;
  owner: string;
  /** Absent: taken from the url. */
  name?: string | undefined;
  description?: string | null | undefined;
  projectId?: string | null | undefined;
  isPrivate?: boolean | undefined;
}

/**
 * Adds a repository, linked to a project if one is named. Owner, name and url are taken from its address, in canonical
 * form. The same request under the same key gets the same repository; one for another repository gets `conflict`.
 * Throws `invalid`, also where the project has it already, `not_found`, `quota_exceeded`.
 */
export async function createRepository(
  { userId }: UserCaller,
  fields: RepositoryFields,
  key: string | null = null,
): Promise<Repository> {
  const projectId = fields.projectId ?? null;
  const address = addressOf(fields);
  if (projectId) await readOwnProject(userId, projectId, 'projectId');
  const id = key === null ? newId() : idUnderKey('r', userId, key);
  // Also where it was the last one that the quota allowed.
  const earlier = key === null ? undefined : await read(repositories().doc(id));
  if (earlier) return sameReply(earlier, address);
  const now = Timestamp.now();
  const repository: RepositoryDocument = {
    id,
    userId,
    projectId,
    ...address,
    description: fields.description ?? null,
    isPrivate: fields.isPrivate ?? false,
    hasToken: false,
    lastUpdated: now,
    createdAt: now,
  };
  const existing = await write(repository, key !== null);
  return existing ? sameReply(existing, address) : toRepositoryReply(repository);
}

/** It may have been linked to another project since. */
function sameReply(repository: RepositoryDocument, { url }: Pick<RepositoryDocument, 'url'>): Repository {
  if (repository.url !== url)
    throw conflict('There is another repository under this key. Ask for this one under a key of its own.');
  return toRepositoryReply(repository);
}

/** The address, after checking that owner and name match it. */
function addressOf({ url, owner, name }: RepositoryFields): Pick<RepositoryDocument, 'owner' | 'name' | 'url'> {
  const [address, canonical] = [parseGithubUrl(url), canonicalGithubUrl(url)];
  if (!address || !canonical) throw invalidField('url', 'Enter a GitHub address like https://github.com/owner/name');
  if (!isSameName(address.owner, owner)) throw invalidField('owner', `The URL belongs to ${address.owner}`);
  if (name !== undefined && !isSameName(address.name, name.replace(/\.git$/, ''))) {
    throw invalidField('name', `The URL belongs to the repository ${address.name}`);
  }
  return { ...address, url: canonical };
}

/** Returns the repository that a request with the same key has created meanwhile; nothing is written then. */
async function write(repository: RepositoryDocument, mayExist: boolean): Promise<RepositoryDocument | undefined> {
  let existing: RepositoryDocument | undefined;
  const ref = repositories().doc(repository.id);
  const { id, userId, projectId } = repository;
  const project = projectId ? projects().doc(projectId) : null;
  await createWithinQuota('repositories', userRepositories(userId), {
    check:
      projectId || mayExist
        ? async (tx) => {
            existing = mayExist ? await tx.read(ref) : undefined;
            if (projectId && !existing && (await isLinkedAlready(tx, { ...repository, projectId })))
              throw invalidField('url', linkedAlready(repository));
          }
        : undefined,
    create(writer) {
      if (existing) return;
      writer.create(ref, repository);
      writer.signal(userId, { kind: 'repository', id });
      if (projectId) writer.signal(userId, { kind: 'project', id: projectId });
      if (project) writer.update(project, { repositoryCount: FieldValue.increment(1) });
    },
    undo(writer) {
      if (existing) return;
      writer.delete(ref);
      if (project) writer.update(project, { repositoryCount: FieldValue.increment(-1) });
    },
  });
  return existing;
}
