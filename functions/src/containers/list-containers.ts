import { containerStatuses, type Container } from '@countersign/contract';
import type { Page, PageRequest } from '../lib/page.ts';
import { countByStatus, listPage } from '../store/list-page.ts';
import { readOwnProject, readProjectsOf } from '../own/read-own-project.ts';
import { projectContainers, userContainers, userContainersIn } from '../store/queries.ts';
import { toContainerReply } from '../replies/container-reply.ts';

/** All containers of a user with their projects, newest first, including deleted ones. */
export async function listContainers(userId: string, request: PageRequest): Promise<Page<Container>> {
  const countAll = () => countByStatus(containerStatuses, (status) => userContainersIn(userId, [status]));
  const found = await listPage(userContainers(userId), 'desc', request, { countAll });
  const projects = await readProjectsOf(found.items);
  return found.toReplies((container) => toContainerReply(container, projects.get(container.projectId)));
}

/** The containers of one project, newest first. Throws `not_found`. */
export async function listProjectContainers(
  userId: string,
  projectId: string,
  request: PageRequest,
): Promise<Page<Container>> {
  await readOwnProject(userId, projectId);
  const found = await listPage(projectContainers(userId, projectId), 'desc', request);
  return found.toReplies((container) => toContainerReply(container));
}
