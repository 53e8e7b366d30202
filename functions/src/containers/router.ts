import { routes } from '@countersign/contract';
import { invalidField } from '../lib/errors.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { createContainer } from './create-container.ts';
import { deleteContainer } from './delete-container.ts';
import { getContainer } from './get-container.ts';
import { listContainers, listProjectContainers } from './list-containers.ts';
import { pauseContainer } from './pause-container.ts';
import { readLiveStatus } from './read-live-status.ts';
import { readLogs } from './read-logs.ts';
import { resumeContainer } from './resume-container.ts';

/** Containers as the browser sees them. */
export function mountContainers(mount: Mount<UserCaller>): void {
  mount(routes.listContainers, ({ userId }, { query }) => listContainers(userId, query));
  mount(routes.listProjectContainers, ({ userId }, { params, query }) =>
    listProjectContainers(userId, params.id, query),
  );
  mount(routes.postProjectContainer, async ({ userId }, { params, body, idempotencyKey }) => {
    if (body.projectId && body.projectId !== params.id)
      throw invalidField('projectId', 'This is not the project of the path');
    return createContainer(userId, params.id, body, idempotencyKey);
  });
  mount(routes.getContainer, ({ userId }, { params }) => getContainer(userId, params.id));
  mount(routes.getContainerLiveStatus, ({ userId }, { params }) => readLiveStatus(userId, params.id));
  mount(routes.getContainerLogs, ({ userId }, { params, position }) => readLogs(userId, params.id, position));
  mount(routes.pauseContainer, ({ userId }, { params }) => pauseContainer(userId, params.id));
  mount(routes.resumeContainer, ({ userId }, { params }) => resumeContainer(userId, params.id));
  mount(routes.deleteContainer, ({ userId }, { params }) => deleteContainer(userId, params.id));
}
