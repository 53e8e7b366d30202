import type { TaskItem } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { commit } from '../data.ts';
import { conflict } from '../errors.ts';
import { tasks } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { touchAll } from '../signals/touch.ts';
import { toShortReply } from '../task-items/read-item.ts';
import { createItem, prepareItem } from '../task-items/write-item.ts';
import { readOwnTask } from './read-own-task.ts';

/**
 * Says something to the agent: an item of the owner's that is not delivered yet (see undeliveredMessages in
 * queries.ts). It wakes a container that saved its work and left, and decides nothing. Throws `not_found`, `conflict`.
 */
export async function sendMessage({ userId }: UserCaller, id: string, text: string): Promise<TaskItem> {
  const { task } = await readOwnTask(userId, id);
  if (task.status === 'completed' || task.status === 'failed') {
    throw conflict('This task has ended. Reopen it to go on.');
  }
  const item = prepareItem(task, { type: 'planning', title: 'Message', content: text, author: 'owner' });
  const wake = await commit((writer) => {
    createItem(writer, item);
    writer.update(tasks().doc(id), { updatedAt: Timestamp.now() });
    return task.parkedContainerId ? [enqueue(writer, userId, 'wake_project', task.projectId)] : [];
  });
  const change = { kind: 'item', id: item.header.id, taskId: id } as const;
  await Promise.all([touchAll(userId, id, [change]), drain(...wake)]);
  return toShortReply(item.header);
}
