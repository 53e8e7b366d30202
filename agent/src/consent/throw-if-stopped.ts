import { TaskFailed } from '../lib/failures.ts';
import type { DecisionFeed } from '../server/decision-feed.ts';

/**
 * After Stop the task ends, unless its owner has written since: then the work goes on and the agent gets all messages.
 * Throws TaskFailed without such a message. Stop is then not acknowledged: if this runner is lost before it has ended
 * the task, Stop still holds for the next one.
 */
export async function throwIfStopped(feed: DecisionFeed): Promise<void> {
  if (!feed.stopRequested) return;
  if (!goesOnAfterStop(feed)) throw stoppedByOwner();
  await feed.acknowledgeStop();
}

/** Whether the owner has written since Stop. */
export const goesOnAfterStop = ({ messages, stoppedAt }: DecisionFeed): boolean =>
  messages.unsaid.some(({ createdAt }) => createdAt > stoppedAt);

/** How a task ends after Stop. */
export function stoppedByOwner(): TaskFailed {
  return new TaskFailed('Stopped by its owner. Reopen the task to continue.');
}
