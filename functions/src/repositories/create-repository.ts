import { parseGithubUrl, type Repository } from '@countersign/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { RepositoryDocument } from '../documents/repository.ts';
import { invalidField } from '../errors.ts';
import { projects, repositories } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { newId } from '../id.ts';
import { createWithinQuota } from '../limits/quota.ts';
import { readOwnProject } from '../projects/read-own-project.ts';
import { userRepositories } from '../queries.ts';
import { touch, type Change } from '../signals/touch.ts';
import { toRepositoryReply } from './repository-reply.ts';

export interface RepositoryFields {
  url: string;
  owner: string;
  /** Absent: taken from the url. */
  name?: string | undefined;
  description?: string | null | undefined;
  projectId?: string | null | undefined;
  isPrivate?: boolean | undefined;
}

/** Adds a repository, linked to a project where one is named. Throws `invalid`, `not_found`, `quota_exceeded`. */
export async function createRepository({ userId }: UserCaller, fields: RepositoryFields): Promise<Repository> {
  const projectId = fields.projectId ?? null;
  const name = nameOf(fields);
  if (projectId) await readOwnProject(userId, projectId);
  const now = Timestamp.now();
  const repository: RepositoryDocument = {
    id: newId(),
    userId,
    projectId,
    owner: fields.owner,
    name,
    url: fields.url,
    description: fields.description ?? null,
    isPrivate: fields.isPrivate ?? false,
    hasToken: false,
    lastUpdated: now,
    createdAt: now,
  };
  await write(repository);
  const changes: Change[] = [{ kind: 'repository', id: repository.id }];
  if (projectId) changes.push({ kind: 'project', id: projectId });
  await touch(userId, changes);
  return toRepositoryReply(repository);
}

/** The name, once it is sure that the address leads to the repository that owner and name speak of. */
function nameOf({ url, owner, name }: RepositoryFields): string {
  const address = parseGithubUrl(url);
  if (!address) throw invalidField('url', 'Enter a GitHub address like https://github.com/owner/name');
  if (!sameName(address.owner, owner)) throw invalidField('owner', `The URL belongs to ${address.owner}`);
  if (name !== undefined && !sameName(address.name, name.replace(/\.git$/, ''))) {
    throw invalidField('name', `The URL is of the repository ${address.name}`);
  }
  return address.name;
}

/** GitHub does not tell upper from lower case. */
const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

async function write(repository: RepositoryDocument): Promise<void> {
  const ref = repositories().doc(repository.id);
  const project = repository.projectId ? projects().doc(repository.projectId) : null;
  await createWithinQuota('repositories', userRepositories(repository.userId), {
    create(writer) {
      writer.create(ref, repository);
      if (project) writer.update(project, { repositoryCount: FieldValue.increment(1) });
    },
    undo(writer) {
      writer.delete(ref);
      if (project) writer.update(project, { repositoryCount: FieldValue.increment(-1) });
    },
  });
}
