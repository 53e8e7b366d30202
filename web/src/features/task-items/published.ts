import { type PublishParameters, publishParameters, type TaskItem } from '@countersign/contract';
import { flatItems } from './flat-items.ts';

/** The newest publish request of a history; null when nothing was to be published yet. */
export function publishItemOf(items: readonly TaskItem[]): TaskItem | null {
  return flatItems(items).findLast((item) => item.toolKind === 'publish') ?? null;
}

/** What a publish request would push; null while only its beginning is known. */
export function publishedBy(item: TaskItem | null | undefined): PublishParameters | null {
  const parsed = publishParameters.safeParse(item?.toolParameters);
  return parsed.success ? parsed.data : null;
}
