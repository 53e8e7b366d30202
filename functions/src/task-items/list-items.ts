import type { TaskItem } from '@countersign/contract';
import { read } from '../data.ts';
import { notFound } from '../errors.ts';
import { taskItems } from '../firestore.ts';
import type { UserCaller } from '../http/auth.ts';
import { page, type Page, type PageRequest } from '../page.ts';
import { taskItemsOf } from '../queries.ts';
import { readOwnTask } from '../tasks/read-own-task.ts';
import { toCompleteReply, toShortReply } from './read-item.ts';

/** A task's history, oldest first, replies nested in `children`; a reply whose parent is on another page stands by itself. */
export async function listTaskItems(
  { userId }: UserCaller,
  taskId: string,
  request: PageRequest,
): Promise<Page<TaskItem>> {
  await readOwnTask(userId, taskId);
  const found = await page(taskItemsOf(userId, taskId), 'asc', request);
  return found.with(nest(found.items.map(toShortReply)));
}

/** One item with its complete fields. Throws `not_found`. */
export async function readTaskItem({ userId }: UserCaller, id: string): Promise<TaskItem> {
  const item = await read(taskItems().doc(id));
  if (item?.userId !== userId) throw notFound('Task item');
  return toCompleteReply(item);
}

/** Puts each reply below what it replies to. The list is in order of creation, so that a parent comes before its replies. */
function nest(items: TaskItem[]): TaskItem[] {
  const seen = new Map<string, TaskItem>();
  const roots: TaskItem[] = [];
  for (const item of items) {
    const parent = item.parentId === null ? undefined : seen.get(item.parentId);
    if (parent) parent.children?.push(item);
    else roots.push(item);
    item.children = [];
    seen.set(item.id, item);
  }
  return roots;
}
