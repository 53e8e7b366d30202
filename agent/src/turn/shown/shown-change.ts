import { relative, resolve, sep } from 'node:path';
import type { Diff } from '@agentclientprotocol/sdk';
import { isBlankText, type EditParameters } from '@countersign/contract';
import { normal, textsAfter } from '../../attribution/changes.ts';
import { POINTER } from '../../workspace/git/lfs-pointer.ts';
import { readInside, sizeWords, type FileInside } from '../../workspace/read-inside.ts';

/** A path as the person reads it: relative where it lies in the workspace. */
export function shownPath(path: string, workspace: string): string {
  const inside = relative(workspace, resolve(workspace, path));
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) ? path : inside;
}

/** A change as it is shown, and what must be said beside: whatever its texts do not show of what is lost. */
export interface ShownChange {
  change: EditParameters;
  notes: readonly string[];
}

interface Call {
  /** All changes of the call, in order. */
  diffs: readonly Diff[];
  workspace: string;
  /** The call is over: its files may hold its result, and what they held is only known from the agent. */
  isPast: boolean;
}

/** The changes of a call as they are shown. */
export async function shownChangesOf(call: Call): Promise<ShownChange[]> {
  const told: ShownChange[] = [];
  for (const diff of call.diffs)
    told.push(
      await shownChange(
        diff,
        told.map(({ change }) => change),
        call,
      ),
    );
  return told;
}

/** `earlier`: the changes before it in the same call, as they are shown. */
async function shownChange(
  diff: Diff,
  earlier: readonly EditParameters[],
  { diffs, workspace, isPast }: Call,
): Promise<ShownChange> {
  const path = shownPath(diff.path, workspace);
  const { newText } = diff;
  const file = await readInside(workspace, diff.path);
  const notes = file === null ? [] : lossesOf(path, file, newText);
  const held = textsHeld(file, earlier, path);
  // Lines that an agent says were there are shown as unchanged, and folded: it is believed only where it is true.
  if (diff.oldText && (isPast || held === null || holdsAny(held, diff.oldText))) {
    if (held === null && file !== null && !isPast)
      notes.push(
        `${path} is a file of ${sizeWords(file.bytes)}, whose text cannot be read here: the agent alone says what it held before.`,
      );
    const removed = diffs.filter((other) => isBlankText(other.newText) && shownPath(other.path, workspace) === path);
    const isPassage = isBlankText(newText) && leavesText(file, diff.oldText, removed);
    return { change: { path, oldText: diff.oldText, newText, ...(isPassage && { isPassage }) }, notes };
  }
  // Some agents give no old text, or an empty one, when they create or overwrite: the person must see what is lost.
  const oldText = file?.text ?? null;
  if (file !== null && oldText === null)
    notes.push(
      `${path} exists already: a file of ${sizeWords(file.bytes)}, whose text cannot be shown here, is replaced by this.`,
    );
  return { change: { path, oldText, newText }, notes };
}

/** What a file may hold when the call comes to this change of it; null where that cannot be read. */
function textsHeld(file: FileInside | null, earlier: readonly EditParameters[], path: string): string[] | null {
  if (file !== null && file.text === null) return null;
  const before = file?.text ?? null;
  const ofFile = earlier.filter((change) => change.path === path);
  return [...(before === null ? [] : [before]), ...(ofFile.length === 0 ? [] : textsAfter(ofFile, before))];
}

const holdsAny = (texts: readonly string[], passage: string) =>
  texts.some((text) => normal(text).includes(normal(passage)));

/** What a file loses that looks the same before and after, or as if it was next to nothing. */
function lossesOf(path: string, { text, isLossy }: FileInside, newText: string): string[] {
  if (text?.startsWith(POINTER) === true && !newText.startsWith(POINTER))
    return [`${path} is the pointer of a large file (Git LFS), which was never here: this replaces it.`];
  if (!isLossy) return [];
  return [
    newText.includes('\uFFFD')
      ? `${path} is not in UTF-8: this puts \uFFFD in the place of each character that is shown so, and that cannot be undone.`
      : `${path} is not in UTF-8: an agent that takes it for UTF-8 puts \uFFFD in the place of characters like ü, and that cannot be undone.`,
  ];
}

/**
 * Some agents show the passage alone that they change: with it and what else the call removes taken out, wherever that
 * stands, a file that holds it has text left.
 */
function leavesText(file: FileInside | null, passage: string, removed: readonly Diff[]): boolean {
  if (file?.text?.includes(passage) !== true) return false;
  const left = removed.reduce((text, { oldText }) => (oldText ? text.replaceAll(oldText, '') : text), file.text);
  return !isBlankText(left);
}
