import { routes } from '@countersign/contract';
import { invalidField } from '../lib/errors.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import type { Page } from '../lib/page.ts';
import { listPage } from '../store/list-page.ts';
import { readOwnProject } from '../own/read-own-project.ts';
import { projectRepositories, userRepositories } from '../store/queries.ts';
import { createRepository } from './create-repository.ts';
import { deleteRepository } from './delete-repository.ts';
import { linkRepository } from './link-repository.ts';
import { toRepositoryReply } from '../replies/repository-reply.ts';
import { setRepositoryAuth } from './set-repository-auth.ts';
import type { RepositoryDocument } from '../documents/repository.ts';

/** Repositories, their links to projects and their tokens. */
export function mountRepositories(mount: Mount<UserCaller>): void {
  mount(routes.listRepositories, async ({ userId }, { query }) =>
    toReplies(await listPage(userRepositories(userId), 'desc', query ?? {})),
  );
  mount(routes.listProjectRepositories, async ({ userId }, { params, query }) => {
    await readOwnProject(userId, params.id);
    return toReplies(await listPage(projectRepositories(userId, params.id), 'desc', query ?? {}));
  });
  mount(routes.postRepository, (caller, { body, idempotencyKey }) => createRepository(caller, body, idempotencyKey));
  mount(routes.postProjectRepository, async (caller, { params, body, idempotencyKey }) => {
    if (body.projectId && body.projectId !== params.id)
      throw invalidField('projectId', 'This is not the project of the path');
    return createRepository(caller, { ...body, projectId: params.id }, idempotencyKey);
  });
  mount(routes.putRepository, (caller, { params, body }) => linkRepository(caller, params.id, body.projectId));
  mount(routes.deleteRepository, (caller, { params }) => deleteRepository(caller, params.id));
  mount(routes.putRepositoryAuth, (caller, { params, body }) => setRepositoryAuth(caller, params.id, body));
}

const toReplies = (found: Page<RepositoryDocument>) => found.toReplies(toRepositoryReply);
