import type { TaskItem } from '@countersign/contract';

/** Appends a further page of a history; a reply whose parent came before goes below it. */
export function joinHistory(former: TaskItem[], next: TaskItem[]): TaskItem[] {
  const joined = structuredClone(former);
  const byId = new Map<string, TaskItem>();
  const remember = (items: TaskItem[]) => {
    for (const item of items) {
      byId.set(item.id, item);
      remember(item.children ?? []);
    }
  };
  remember(joined);
  for (const item of next) {
    const parent = item.parentId === null ? undefined : byId.get(item.parentId);
    if (parent) parent.children = [...(parent.children ?? []), item];
    else joined.push(item);
    remember([item]);
  }
  return joined;
}
