import { type ChangedFiles, changedFiles, publishParameters, type TaskItem } from '@countersign/contract';
import * as z from 'zod/mini';

/** A runner's note about changes that it could not push. */
const notPushed = z.object({ problem: z.string(), changed: z.nullable(changedFiles) });

/** The newest publish request of a history; it holds the patch. Null if nothing was to be published yet. */
export function publishItemOf(items: readonly TaskItem[]): TaskItem | null {
  return flatItems(items).findLast((item) => item.toolKind === 'publish') ?? null;
}

/** The newest publish step of each repository, the oldest of these first. */
export function publishItemsOf(items: readonly TaskItem[]): TaskItem[] {
  const newest = new Map<string, TaskItem>();
  for (const item of flatItems(items)) {
    if (item.toolKind !== 'publish') continue;
    const key = repositoryIn(item) ?? item.title;
    newest.delete(key);
    newest.set(key, item);
  }
  return [...newest.values()];
}

/** The id of the repository that a publish step is about; undefined where that is not told. */
export const repositoryIn = ({ toolParameters }: TaskItem): string | undefined =>
  publishParameters.safeParse(toolParameters).data?.repositoryId;

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

/** What a publish step says about changes that were not pushed: which, and why not. */
export function unpublishedIn(item: TaskItem): { changed: ChangedFiles | null; problem: string | null } {
  const told = item.needsApproval ? undefined : notPushed.safeParse(item.toolResponse);
  return told?.success ? told.data : { changed: null, problem: null };
}

/** By its owner: a request that was closed because nobody asks it any more has no rejection below it. */
export const wasRejected = ({ needsApproval, isApproved, children = [] }: TaskItem): boolean =>
  needsApproval && isApproved === false && children.some(({ type }) => type === 'rejection');
