import { routes, type Task } from '@countersign/contract';
import { until } from './until.ts';
import type { TestUser } from './user.ts';

/** Approves whatever the agent asks, until the task has ended. */
export async function approveUntilEnded(
  user: Pick<TestUser, 'api'>,
  taskId: string,
  timeoutMs = 90_000,
): Promise<Task> {
  let last: Task | undefined;
  return until(
    'the task to end',
    async () => {
      for (const item of await user.api.call(routes.listApprovals)) {
        await user.api.call(routes.approveTaskItem, { params: { id: item.id }, body: {}, ifMatch: item.hash });
      }
      last = await user.api.call(routes.getTask, { params: { id: taskId } });
      return ['completed', 'failed', 'rejected'].includes(last.status) && last;
    },
    // Each asking is work for the whole stack, which others wait for, too.
    { timeoutMs, everyMs: 400, seen: () => last },
  );
}
