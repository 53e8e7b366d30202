import { TaskFailed } from './failures.ts';
import type { Inbox } from './inbox.ts';

/**
 * After Stop nothing is begun, and the task waits for its owner. What the owner has said besides is to be heard: with a message the work goes
 * on. Throws TaskFailed without one.
 */
export async function heedStop(inbox: Inbox): Promise<void> {
  if (!inbox.stopRequested) return;
  await inbox.acknowledge([], true);
  if (inbox.messages.length === 0) throw new TaskFailed('Stopped by its owner. Reopen the task to go on.');
}
