import { routes, type TaskItem } from '@countersign/contract';
import type { TestUser } from './user.ts';

/** All items of a task, replies after the items they belong to. */
export async function itemsOf(user: Pick<TestUser, 'api'>, taskId: string): Promise<TaskItem[]> {
  return flatten(await user.api.call(routes.listTaskItems, { params: { id: taskId } }));
}

function flatten(items: readonly TaskItem[]): TaskItem[] {
  return items.flatMap((item) => [item, ...flatten(item.children ?? [])]);
}
