import type { TaskItem } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { completeItemQuery } from '../../lib/complete-item-query.ts';

/**
 * The item with its complete fields, once somebody has asked for them (`CutNotice`); until then, and when it has
 * changed since, the item as the list has it.
 */
export function useCompleteItem(item: TaskItem): { shown: TaskItem; isCut: boolean } {
  const { data } = useQuery({ ...completeItemQuery(item.id), enabled: false });
  if (data?.updatedAt === item.updatedAt) return { shown: data, isCut: false };
  return { shown: item, isCut: item.truncated };
}
