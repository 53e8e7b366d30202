import { BOM, isWhole, type Change } from '../../attribution/changes.ts';
import { POINTER } from '../../workspace/git/lfs-pointer.ts';
import type { FileInside } from '../../workspace/read-inside.ts';

/** What a file loses that looks the same before and after, or as if it was next to nothing. */
export function lossesOf(path: string, { text, isLossy }: FileInside, newText: string): string[] {
  if (text?.startsWith(POINTER) === true && !newText.startsWith(POINTER))
    return [`${path} is the pointer of a large file (Git LFS), which was never here: this replaces it.`];
  if (!isLossy) return [];
  return [
    newText.includes('\uFFFD')
      ? `${path} is not in UTF-8: this puts \uFFFD in the place of each character that is shown so, and that cannot be undone.`
      : `${path} is not in UTF-8: an agent that takes it for UTF-8 puts \uFFFD in the place of characters like ü, and that cannot be undone.`,
  ];
}

/** Whether a byte order mark stays is up to the agent where it writes the whole file. */
export function markLossOf(path: string, text: string, change: Pick<Change, 'oldText' | 'newText'>): string[] {
  const isConcerned = isWhole(change, text) || change.oldText?.startsWith(BOM) === true;
  if (!isConcerned || !text.startsWith(BOM) || change.newText.startsWith(BOM)) return [];
  return [`${path} begins with a byte order mark, which this may keep or remove.`];
}
