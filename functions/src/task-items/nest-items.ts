import { ITEM_LEVELS_MAX, type TaskItem } from '@countersign/contract';

/** A reply, and the list of the replies below it. */
interface Nested {
  level: number;
  below: TaskItem[];
}

/**
 * Puts each reply below its parent; a reply deeper than ITEM_LEVELS_MAX is put beside the parent. The list is ordered
 * by creation, so parents come before their replies.
 */
export function nestItems(items: TaskItem[]): TaskItem[] {
  const roots: Nested = { level: 0, below: [] };
  const seen = new Map<string, Nested>();
  for (const item of items) {
    const parent = (item.parentId === null ? undefined : seen.get(item.parentId)) ?? roots;
    item.children = [];
    parent.below.push(item);
    const isDeepest = parent.level + 1 >= ITEM_LEVELS_MAX;
    seen.set(item.id, isDeepest ? parent : { level: parent.level + 1, below: item.children });
  }
  return roots.below;
}
