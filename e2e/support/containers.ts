import { ApiError, type Container, routes } from '@countersign/contract';
import { afterEach } from 'vitest';
import { until } from './until.ts';
import type { TestUser } from './user.ts';

type Caller = Pick<TestUser, 'api'>;
type NewContainer = (user: Caller, name?: string, projectId?: string) => Promise<Container>;

/** Makes containers, each in its own project unless one is given, and shuts them down after each test. */
export function useContainers(): NewContainer {
  const made: { user: Caller; id: string }[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map(({ user, id }) => shutDown(user, id)));
  });
  return async (user, name, projectId) => {
    const id = projectId ?? (await user.api.call(routes.postProject, { body: { name: 'Website' } })).id;
    const container = await user.api.call(routes.postProjectContainer, { params: { id }, body: { name } });
    made.push({ user, id: container.id });
    return container;
  };
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

async function shutDown(user: Caller, id: string): Promise<void> {
  try {
    await user.api.call(routes.deleteContainer, { params: { id } });
  } catch (error) {
    // The test has deleted it itself.
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}
