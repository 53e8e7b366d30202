import { type Container, type Project, routes } from '@countersign/contract';
import { shutDown } from '../support/containers.ts';
import { newUser, type TestUser } from '../support/user.ts';

export interface Scene {
  user: TestUser;
  project: Project;
  container: Container;
}

/** Plays a scene with its own user, project and container, and shuts the container down afterwards. */
export async function withContainer(
  name: string,
  imageTag: string,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const user = await newUser(name);
  const project = await user.api.call(routes.postProject, { body: { name } });
  const container = await user.api.call(routes.postProjectContainer, {
    params: { id: project.id },
    body: { imageTag },
  });
  try {
    await play({ user, project, container });
  } finally {
    await shutDown(user, container.id);
  }
}
