import { type Project, routes } from '@countersign/contract';
import { stack } from './stack.ts';
import type { TestUser } from './user.ts';

/** A project with the seeded repository acme/hello-world, and a stored token for it. */
export async function newLinkedProject(user: Pick<TestUser, 'api'>, name: string): Promise<Project> {
  const project = await user.api.call(routes.postProject, { body: { name } });
  const repository = await user.api.call(routes.postProjectRepository, {
    params: { id: project.id },
    body: { url: 'https://github.com/acme/hello-world', owner: 'acme', name: 'hello-world' },
  });
  await user.api.call(routes.putRepositoryAuth, {
    params: { id: repository.id },
    body: { githubToken: stack.githubToken, isPrivate: false },
  });
  return project;
}
