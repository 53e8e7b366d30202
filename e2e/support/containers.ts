import { type Container, routes } from '@countersign/contract';
import { onTestFinished } from 'vitest';
import { until } from './until.ts';
import type { TestUser } from './user.ts';

type Caller = Pick<TestUser, 'api'>;

/**
 * Makes a container, in a project of its own unless one is given, and shuts it down once the test is over: after what a
 * failed test's pages show was kept, because without its container nothing waits there any more.
 */
export async function newContainer(user: Caller, name?: string, projectId?: string): Promise<Container> {
  const id = projectId ?? (await user.api.call(routes.postProject, { body: { name: 'Website' } })).id;
  const container = await user.api.call(routes.postProjectContainer, { params: { id }, body: { name } });
  shutDownAfterwards(user, container.id);
  return container;
}

/** Shuts a container down once the test is over. */
export function shutDownAfterwards(user: Caller, id: string): void {
  onTestFinished(() => shutDown(user, id));
}

/** Waits until the container's live status is this one. */
export async function untilStatus(user: Caller, id: string, status: string): Promise<void> {
  let last = '';
  await until(
    `container ${id} to be ${status}`,
    async () => {
      last = (await user.api.call(routes.getContainerLiveStatus, { params: { id } })).status;
      return last === status;
    },
    { timeoutMs: 90_000, everyMs: 500, seen: () => last },
  );
}

/** Also where the test has shut it down itself: nothing happens then. */
export async function shutDown(user: Caller, id: string): Promise<void> {
  await user.api.call(routes.deleteContainer, { params: { id } });
}
