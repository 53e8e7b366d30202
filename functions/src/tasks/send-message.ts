import { isDeepStrictEqual } from 'node:util';
import { MESSAGES_WAITING_MAX, type TaskItem } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { wakeIfPossible } from '../containers/wake/wake-container.ts';
import { transact, type Tx } from '../effects/transact.ts';
import type { ProjectDocument } from '../documents/project.ts';
import { conflict, notFound, quotaExceeded } from '../lib/errors.ts';
import { idUnderKey } from '../lib/id-under-key.ts';
import { count } from '../store/data.ts';
import { containers, taskItems, tasks } from '../store/firestore.ts';
import { undeliveredMessages } from '../store/queries.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { toShortReply } from '../task-items/read-item.ts';
import { createItem, prepareItem, type PreparedItem } from '../task-items/write-item.ts';
import { reopenTask } from './reopen-task.ts';
import { tellOfWork } from '../state/tell-of-work.ts';
import { readOwnTask } from '../own/read-own-task.ts';

const TOO_MANY = `${MESSAGES_WAITING_MAX} messages already wait for this task's agent, the most that may. Write again once it has received some.`;

/**
 * Says something to the agent: an owner's item that is not delivered yet (undeliveredMessages in queries.ts). It
 * starts, once, a container that saved its work and left, reopens a task that has ended, and decides nothing. A message
 * sent again under its key has no second effect. Throws `not_found`; `conflict` where no agent works on the task, or
 * where another message was sent under the key; and `quota_exceeded` where too many wait. Some that are sent at the same
 * time may be beyond that: what one reply to an agent carries is limited by itself.
 */
export async function sendMessage(
  { userId }: UserCaller,
  id: string,
  text: string,
  key: string | null = null,
): Promise<TaskItem> {
  const { task, project } = await readOwnTask(userId, id);
  const own = key === null ? {} : { id: idUnderKey('m', id, key) };
  const item = prepareItem(task, { ...own, type: 'planning', title: 'Message', content: text, author: 'owner' });
  const waiting = await count(undeliveredMessages(id));
  const sent = await transact(async (tx) => {
    const earlier = key === null ? undefined : await tx.read(taskItems().doc(item.header.id));
    if (earlier) return earlier;
    if (waiting >= MESSAGES_WAITING_MAX) throw quotaExceeded(TOO_MANY);
    await write(tx, project, id, item);
    return item.header;
  });
  const isSame = sent.taskId === id && sent.author === 'owner' && isDeepStrictEqual(sent.bodies, item.header.bodies);
  if (!isSame) throw conflict('Another message was sent with this key. Send this one with a key of its own.');
  return toShortReply(sent);
}

/** The start is in the message's transaction: one start per message; an undelivered one waits for the next. */
async function write(tx: Tx, project: ProjectDocument, id: string, item: PreparedItem): Promise<void> {
  const task = await tx.read(tasks().doc(id));
  if (!task) throw notFound('Task');
  if (task.status === 'completed' || task.status === 'failed') {
    if (task.keptByHand) throw conflict('You ended this task by hand. Reopen it to let an agent continue.');
    await reopenTask(tx, project, task, {});
    return add(tx, item);
  }
  const container = task.parkedContainerId ? await tx.read(containers().doc(task.parkedContainerId)) : undefined;
  add(tx, item);
  tx.update(tasks().doc(id), { updatedAt: Timestamp.now() });
  // If parked, the task may be claimed for this message by its container, should that be idle.
  if (task.parkedContainerId) tellOfWork(tx, task.projectId);
  if (container) await wakeIfPossible(tx, container, 'message');
}

function add(tx: Tx, item: PreparedItem): void {
  const { id, userId, taskId } = item.header;
  createItem(tx, item);
  tx.signal(userId, { kind: 'item', id, taskId });
}
