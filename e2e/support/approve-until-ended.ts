import { isElicitation, routes, type Task } from '@countersign/contract';
import { until } from './until.ts';
import type { TestUser } from './user.ts';

/** Approves whatever the agent asks, and answers its questions with "blue", until the task has ended. */
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
        const decided = { params: { id: item.id }, ifMatch: item.hash };
        if (!isElicitation(item)) await user.api.call(routes.approveTaskItem, { ...decided, body: {} });
        else await user.api.call(routes.answerTaskItem, { ...decided, body: { answer: { answer: 'blue' } } });
      }
      last = await user.api.call(routes.getTask, { params: { id: taskId } });
      return ['completed', 'failed', 'rejected'].includes(last.status) && last;
    },
    // Each round is work for the whole stack, which others wait for, too.
    { timeoutMs, everyMs: 400, seen: () => last },
  );
}
