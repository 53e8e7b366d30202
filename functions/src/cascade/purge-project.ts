import { livingStatuses } from '../containers/create-container.ts';
import type { Handler } from '../outbox/handler.ts';
import { pushes, rules } from '../store/firestore.ts';
import {
  projectContainers,
  projectContainersIn,
  projectItems,
  projectPushes,
  projectRepositories,
  projectRules,
  projectTasks,
} from '../store/queries.ts';
import { commit } from '../effects/transact.ts';
import { endContainers } from './end-containers.ts';
import { eraseCheckpoints, eraseContainer, eraseNotifiedItem, eraseRepository, eraseTask } from '../erasing/erase.ts';
import { eraseFrom, purge } from '../erasing/purge.ts';

/**
 * Outbox: deletes what belonged to a deleted project. Executions end first, then tasks, so that nobody can write
 * another item, then items. Each step finds what it deletes by itself: after an interruption it simply starts over.
 */
export const purgeProject: Handler = async ({ userId, subjectId: projectId }, deadline) => {
  await endContainers(projectContainersIn(projectId, livingStatuses), deadline);
  await purge('tasks', projectTasks(userId, projectId), deadline, eraseTask, eraseCheckpoints);
  await purge('items', projectItems(userId, projectId), deadline, eraseNotifiedItem);
  await purge('repositories', projectRepositories(userId, projectId), deadline, eraseRepository);
  await purge('containers', projectContainers(userId, projectId), deadline, eraseContainer);
  await purge(
    'rules',
    projectRules(projectId),
    deadline,
    eraseFrom((id) => rules().doc(id)),
  );
  await purge(
    'pushes',
    projectPushes(userId, projectId),
    deadline,
    eraseFrom((id) => pushes().doc(id)),
  );
  await commit((writer) => writer.signal(userId, { kind: 'everything' }));
  return 'done';
};
