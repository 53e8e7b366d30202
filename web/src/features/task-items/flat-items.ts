import type { TaskItem } from '@countersign/contract';

/** The items of a history with all their replies, in the order in which they are shown. */
export function flatItems(items: readonly TaskItem[]): TaskItem[] {
  return items.flatMap((item) => [item, ...flatItems(item.children ?? [])]);
}
