import { routes } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { openPullRequest } from './open-pull-request.ts';
import { readTaskResult } from './read-task-result.ts';
import { signPublication } from './sign-publication.ts';

/** What tasks produced, and pull requests and signed notes that are made later. */
export function mountPublications(mount: Mount<UserCaller>): void {
  mount(routes.getTaskResult, ({ userId }, { params }) => readTaskResult(userId, params.id));
  mount(routes.postTaskItemPullRequest, ({ userId }, { params }) => openPullRequest(userId, params.id));
  mount(routes.postTaskItemEvidence, ({ userId }, { params }) => signPublication(userId, params.id));
}
