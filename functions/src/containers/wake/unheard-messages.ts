import type { Timestamp } from 'firebase-admin/firestore';
import type * as z from 'zod';
import { taskItemDocument } from '../../documents/task-item.ts';
import { env } from '../../settings/env.ts';
import { list } from '../../store/data.ts';
import { fieldsOf } from '../../store/firestore.ts';
import { containerTasksIn, undeliveredMessages } from '../../store/queries.ts';
import { wakeContainer } from './wake-container.ts';

/** A message without its text. */
const unheardMessage = taskItemDocument.pick({ id: true, taskId: true, createdAt: true });

/** What its owner wrote to tasks that a container parked and that still wait, and no agent has received. */
export async function unheardMessages(containerId: string): Promise<z.infer<typeof unheardMessage>[]> {
  const waiting = await list(containerTasksIn(containerId, ['awaiting_approval']));
  const parked = waiting.filter(({ parkedContainerId }) => parkedContainerId === containerId);
  const unheard = parked.map(({ id }) => list(fieldsOf(undeliveredMessages(id), unheardMessage)));
  return (await Promise.all(unheard)).flat();
}

/**
 * Starts a container that left its waiting tasks at `leftAt` when a message came while it saved and ended: no longer
 * listening, it cannot have heard it. What it hears makes it wait anew, so that anything older was heard, on the task
 * that it waited on: nobody listened to what came on the others. Those are work like any other, for which a container
 * is started a limited number of times, should none of the starts deliver them.
 */
export async function wakeForLateMessages(
  containerId: string,
  taskId: string | null,
  leftAt: Timestamp,
): Promise<void> {
  const since = leftAt.toMillis() - env().FREE_WAIT_SECONDS * 1000;
  const unheard = await unheardMessages(containerId);
  const isElsewhere = taskId !== null && unheard.some((message) => message.taskId !== taskId);
  if (unheard.some(({ createdAt }) => createdAt.toMillis() > since)) await wakeContainer(containerId, 'message');
  else if (isElsewhere) await wakeContainer(containerId);
}
