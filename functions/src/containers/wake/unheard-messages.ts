import { Timestamp, type Query } from 'firebase-admin/firestore';
import { taskItemDocument } from '../../documents/task-item.ts';
import { taskDocument } from '../../documents/task.ts';
import { actAtOnce } from '../../lib/at-once.ts';
import { env } from '../../settings/env.ts';
import { list } from '../../store/data.ts';
import { fieldsOf } from '../../store/firestore.ts';
import { tasksHeldBy, undeliveredMessages, undeliveredSince } from '../../store/queries.ts';
import { wakeContainer } from './wake-container.ts';

/** Parked tasks that are looked through for messages at a time. */
const LOOKED_AT_ONCE = 20;

const heldDocument = taskDocument.pick({ id: true, status: true });
/** A message without its text. */
const unheardMessage = taskItemDocument.pick({ id: true, taskId: true });

/**
 * The ids of the tasks that a container parked and that still wait, and to which their owner wrote what no agent has
 * received, as `messagesOf` a task finds it.
 */
export async function tasksWithUnheard(
  containerId: string,
  messagesOf: (taskId: string) => Query = undeliveredMessages,
): Promise<string[]> {
  const held = await list(fieldsOf(tasksHeldBy(containerId), heldDocument));
  const parked = held.filter(({ status }) => status === 'awaiting_approval');
  const unheard: string[] = [];
  await actAtOnce(parked, LOOKED_AT_ONCE, async ({ id }) => {
    const messages = await list(fieldsOf(messagesOf(id).limit(1), unheardMessage));
    if (messages.length > 0) unheard.push(id);
  });
  return unheard;
}

/**
 * Starts a container that left its waiting tasks at `leftAt` if a message came while it saved and ended, when it no
 * longer listened. Older messages about the task that it waited on were received, since each one ends a wait. It did
 * not listen to its other tasks: their messages are work like any other, for which a container is started a limited
 * number of times, should none of the starts deliver them.
 */
export async function wakeForLateMessages(
  containerId: string,
  taskId: string | null,
  leftAt: Timestamp,
): Promise<void> {
  const since = Timestamp.fromMillis(leftAt.toMillis() - env().FREE_WAIT_SECONDS * 1000);
  const late = await tasksWithUnheard(containerId, (id) => undeliveredSince(id, since));
  if (late.length > 0) await wakeContainer(containerId, 'message');
  else if (taskId !== null && (await tasksWithUnheard(containerId)).some((id) => id !== taskId))
    await wakeContainer(containerId);
}
