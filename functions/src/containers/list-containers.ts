import type { Container } from '@countersign/contract';
import { readAll } from '../data.ts';
import { projects } from '../firestore.ts';
import { page, type Page, type PageRequest } from '../page.ts';
import { readOwnProject } from '../projects/read-own-project.ts';
import { projectContainers, userContainers } from '../queries.ts';
import { toContainer } from './to-container.ts';

/** All containers of a user with their projects, newest first; deleted ones too. */
export async function listContainers(userId: string, request: PageRequest): Promise<Page<Container>> {
  const found = await page(userContainers(userId), 'desc', request);
  const owners = await readAll(found.items.map(({ projectId }) => projects().doc(projectId)));
  return found.with(found.items.map((container, index) => toContainer(container, owners[index])));
}

/** The containers of one project, newest first. Throws `not_found`. */
export async function listProjectContainers(
  userId: string,
  projectId: string,
  request: PageRequest,
): Promise<Page<Container>> {
  await readOwnProject(userId, projectId);
  const found = await page(projectContainers(userId, projectId), 'desc', request);
  return found.with(found.items.map((container) => toContainer(container)));
}
