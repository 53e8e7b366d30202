import type { TaskItem } from '@countersign/contract';
import { flatItems } from './flat-items.ts';

/** The newest publish request of a history; it holds the patch. Null when nothing was to be published yet. */
export function publishItemOf(items: readonly TaskItem[]): TaskItem | null {
  return flatItems(items).findLast((item) => item.toolKind === 'publish') ?? null;
}

/** The file that 'Download patch' saves; null when the item holds none. */
export function patchOf({ filePath, fileContent }: TaskItem): { name: string; text: string } | null {
  if (fileContent === null || fileContent === '') return null;
  return { name: filePath?.split('/').at(-1) ?? 'changes.patch', text: fileContent };
}
