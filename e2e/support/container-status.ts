import { routes } from '@countersign/contract';
import { until } from './until.ts';
import type { TestUser } from './user.ts';

/** Waits until the container's live status is this one. */
export async function untilStatus(user: Pick<TestUser, 'api'>, id: string, status: string): Promise<void> {
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
