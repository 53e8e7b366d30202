import type { TaskItem } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { wakeIfPossible } from '../containers/wake-container.ts';
import { transact, type Tx } from '../effects/transact.ts';
import { conflict, notFound } from '../lib/errors.ts';
import { containers, tasks } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import { toShortReply } from '../task-items/read-item.ts';
import { createItem, prepareItem, type PreparedItem } from '../task-items/write-item.ts';
import { tellOfWork } from '../state/tell-of-work.ts';
import { readOwnTask } from '../own/read-own-task.ts';

/**
 * Says something to the agent: an item of the owner's that is not delivered yet (see undeliveredMessages in
 * queries.ts). It starts a container that saved its work and left, once, and decides nothing. Throws `not_found`,
 * `conflict`.
 */
export async function sendMessage({ userId }: UserCaller, id: string, text: string): Promise<TaskItem> {
  const { task } = await readOwnTask(userId, id);
  const item = prepareItem(task, { type: 'planning', title: 'Message', content: text, author: 'owner' });
  await transact((tx) => write(tx, id, item));
  return toShortReply(item.header);
}

/** With the start in the message's own transaction, one message is one start: what is not heard waits for the next. */
async function write(tx: Tx, id: string, item: PreparedItem): Promise<void> {
  const task = await tx.read(tasks().doc(id));
  if (!task) throw notFound('Task');
  if (task.status === 'completed' || task.status === 'failed') {
    throw conflict('This task has ended. Reopen it to go on.');
  }
  const container = task.parkedContainerId ? await tx.read(containers().doc(task.parkedContainerId)) : undefined;
  createItem(tx, item);
  tx.update(tasks().doc(id), { updatedAt: Timestamp.now() });
  tx.signal(task.userId, { kind: 'item', id: item.header.id, taskId: id });
  // Parked, it may be claimed to be told so, by its container that has nothing else to do.
  if (task.parkedContainerId) tellOfWork(tx, task.projectId);
  if (container) await wakeIfPossible(tx, container, 'message');
}
