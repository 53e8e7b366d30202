import { type ChangedFiles, changedFiles, type TaskItem } from '@countersign/contract';
import * as z from 'zod/mini';

/** A runner's note about changes that it could not push. */
const notPushed = z.object({ problem: z.string(), changed: z.nullable(changedFiles) });

/** The newest publish request of a history; it holds the patch. Null if nothing was to be published yet. */
export function publishItemOf(items: readonly TaskItem[]): TaskItem | null {
  return flatItems(items).findLast((item) => item.toolKind === 'publish') ?? null;
}

/** The file that 'Download patch' saves; null if the item holds none. */
export function patchOf({ filePath, fileContent }: TaskItem): { name: string; text: string } | null {
  if (fileContent === null || fileContent === '') return null;
  return { name: filePath?.split('/').at(-1) ?? 'changes.patch', text: fileContent };
}

/** The items of a history with all their replies, in display order. */
export function flatItems(items: readonly TaskItem[]): TaskItem[] {
  return items.flatMap((item) => [item, ...flatItems(item.children ?? [])]);
}

/** The most recent end of a task. */
export function endOf(items: readonly TaskItem[]): TaskItem | null {
  return flatItems(items).findLast((item) => item.type === 'completion') ?? null;
}

/** What the newest publish step says about changes that were not pushed: which, and why not. */
export function unpublishedOf(items: readonly TaskItem[]): { changed: ChangedFiles | null; problem: string | null } {
  const item = publishItemOf(items);
  const told = item?.needsApproval === false ? notPushed.safeParse(item.toolResponse) : undefined;
  return told?.success ? told.data : { changed: null, problem: null };
}
