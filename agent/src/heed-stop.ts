import { TaskFailed } from './failures.ts';
import type { Inbox } from './inbox.ts';

/**
 * After Stop nothing is begun, and the task waits for its owner. What the owner has said since is to be heard: with a newer message the
 * work goes on, and with it the agent hears the older ones. Throws TaskFailed without one; Stop is not acknowledged then, so that it
 * holds for the next runner, too, should this one be lost before it has ended the task.
 */
export async function heedStop(inbox: Inbox): Promise<void> {
  if (!inbox.stopRequested) return;
  const goesOn = inbox.messages.unsaid.some(({ createdAt }) => createdAt > inbox.stoppedAt);
  if (!goesOn) throw new TaskFailed('Stopped by its owner. Reopen the task to go on.');
  await inbox.acknowledgeStop();
}
