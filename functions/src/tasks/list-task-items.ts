import type { TaskItem } from '@countersign/contract';
import { read } from '../store/data.ts';
import { notFound } from '../lib/errors.ts';
import { taskItems } from '../store/firestore.ts';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Page, PageRequest } from '../lib/page.ts';
import { listPage } from '../store/list-page.ts';
import { taskItemsOf } from '../store/queries.ts';
import { readOwnTask } from '../own/read-own-task.ts';
import { nestItems } from '../task-items/nest-items.ts';
import { toCompleteReply, toShortReply } from '../task-items/read-item.ts';

/** A task's history, oldest first, replies nested in `children`; a reply whose parent is on another page stands by itself. */
export async function listTaskItems(
  { userId }: UserCaller,
  taskId: string,
  request: PageRequest,
): Promise<Page<TaskItem>> {
  await readOwnTask(userId, taskId);
  const found = await listPage(taskItemsOf(userId, taskId), 'asc', request);
  // Sized like the reply: with the list that each of them will have.
  const replies = found.toReplies((item): TaskItem => ({ ...toShortReply(item), children: [] }));
  return replies.with(nestItems(replies.items));
}

/** One item with its complete fields. Throws `not_found`. */
export async function readTaskItem({ userId }: UserCaller, id: string): Promise<TaskItem> {
  const item = await read(taskItems().doc(id));
  if (item?.userId !== userId) throw notFound('Task item');
  return toCompleteReply(item);
}
