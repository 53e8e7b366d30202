import type { Handler } from '../outbox/handlers.ts';
import { projectContainers, projectItems, projectRepositories, projectTasks } from '../queries.ts';
import { touchEverything } from '../signals/touch.ts';
import { endContainers } from './end-containers.ts';
import { eraseCheckpoints, eraseContainer, eraseItem, eraseRepository, eraseTask } from './erase.ts';
import { purge } from './purge.ts';

/**
 * Outbox: what belonged to a deleted project (design §3). Executions end first, then tasks, so that nobody writes an
 * item any more, then items. Each step finds what it deletes by itself: cut off anywhere, it is simply begun again.
 */
export const deleteProjectThings: Handler = async ({ userId, subjectId: projectId }, deadline) => {
  await endContainers(projectContainers(userId, projectId), deadline);
  await purge('tasks', projectTasks(userId, projectId), deadline, eraseTask, eraseCheckpoints);
  await purge('items', projectItems(userId, projectId), deadline, eraseItem);
  await purge('repositories', projectRepositories(userId, projectId), deadline, eraseRepository);
  await purge('containers', projectContainers(userId, projectId), deadline, eraseContainer);
  await touchEverything(userId);
  return 'done';
};
