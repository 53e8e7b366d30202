import { routes } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { openPullRequest } from './open-pull-request.ts';
import { readTaskResult } from './read-task-result.ts';

/** What tasks produced, and pull requests that are opened later. */
export function mountPublications(mount: Mount<UserCaller>): void {
  mount(routes.getTaskResult, ({ userId }, { params }) => readTaskResult(userId, params.id));
  mount(routes.postTaskItemPullRequest, ({ userId }, { params }) => openPullRequest(userId, params.id));
}
