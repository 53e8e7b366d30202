import { relative, resolve, sep } from 'node:path';
import type { Diff } from '@agentclientprotocol/sdk';
import { isBlankText, type EditParameters } from '@countersign/contract';
import { lineFeeds, normal, textsAfter } from '../../attribution/changes.ts';
import { readInside, sizeWords, type FileInside } from '../../workspace/read-inside.ts';
import { lossesOf, markLossOf } from './losses.ts';
import { passageOfLarge } from './passage-of-large.ts';
import { passageInFile } from './passage-in-file.ts';
import { passageNotes } from './passage-notes.ts';

/** A path as the person reads it: relative where it lies in the workspace. */
export function shownPath(path: string, workspace: string): string {
  const inside = relative(workspace, resolve(workspace, path));
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) ? path : inside;
}

/** A change as it is shown, and what must be said beside: whatever its texts do not show of what is lost. */
export interface ShownChange {
  change: EditParameters;
  /** What is shown of the change in its place, where its file is too large to be shown whole. */
  passage?: EditParameters;
  notes: readonly string[];
}

interface Call {
  /** All changes of the call, in order. */
  diffs: readonly Diff[];
  workspace: string;
  /** The call is over: its files may hold its result, and what they held is only known from the agent. */
  isPast: boolean;
  /** The agent says that it replaces passages wherever they stand. */
  isEverywhere: boolean;
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
async function shownChange(diff: Diff, earlier: readonly EditParameters[], call: Call): Promise<ShownChange> {
  const { workspace, isPast } = call;
  const path = shownPath(diff.path, workspace);
  const file = await readInside(workspace, diff.path);
  const notes = file === null ? [] : lossesOf(path, file, diff.newText);
  const held = textsHeld(file, earlier, path, call);
  // Lines that an agent says were there are shown as unchanged, and folded: it is believed only where it is true.
  const passage = diff.oldText ? passageOf({ ...diff, oldText: diff.oldText }, isPast ? null : held) : null;
  if (passage !== null) {
    if (held === null && file !== null && !isPast)
      notes.push(
        `${path} is a file of ${sizeWords(file.bytes)}, whose text cannot be read here: the agent alone says what it held before.`,
      );
    if (held !== null && !isPast) notes.push(...passageNotes({ path, ...passage, ...call }, held));
    if (!isPast) notes.push(...markLossOf(path, file?.text ?? '', passage));
    const large = held !== null && file?.text === passage.oldText ? passageOfLarge({ path, ...passage }) : null;
    if (large !== null) {
      const { change, from, to } = large;
      notes.push(
        `Shown here: the lines ${from} to ${to} of ${path}, which is too large to be shown whole. It keeps its others.`,
      );
      return { change: { path, ...passage }, passage: change, notes };
    }
    const isPassage = isBlankText(passage.newText) && leavesText(file, passage.oldText, path, call);
    return { change: { path, ...passage, ...(isPassage && { isPassage }) }, notes };
  }
  // Some agents give no old text, or an empty one, when they create or overwrite: the person must see what is lost.
  const oldText = file?.text ?? null;
  if (file !== null && oldText === null)
    notes.push(
      `${path} exists already: a file of ${sizeWords(file.bytes)}, whose text cannot be shown here, is replaced by this.`,
    );
  if (diff.oldText && oldText !== null)
    notes.push(
      `${path} does not hold the text that the agent says it replaces: all that it holds is shown as replaced.`,
    );
  const change = { path, oldText, newText: diff.newText };
  if (oldText !== null) notes.push(...markLossOf(path, oldText, change));
  return { change, notes };
}

/** A passage as it is shown; null if none of the texts that its file may hold has it. Null texts are not known. */
function passageOf({ oldText, newText }: Passage, held: readonly string[] | null): Passage | null {
  if (held === null || holdsAny(held, oldText)) return { oldText, newText };
  const told = { oldText: lineFeeds(oldText), newText: lineFeeds(newText) };
  return held.map((text) => passageInFile(lineFeeds(text), told)).find((found) => found !== null) ?? null;
}

type Passage = Pick<Diff, 'newText'> & { oldText: string };

/** What a file may hold when the call comes to this change of it; null where that cannot be read. */
function textsHeld(
  file: FileInside | null,
  earlier: readonly EditParameters[],
  path: string,
  { isEverywhere }: Call,
): string[] | null {
  if (file !== null && file.text === null) return null;
  const before = file?.text ?? null;
  const ofFile = earlier.filter((change) => change.path === path).map((change) => ({ ...change, isEverywhere }));
  return [...(before === null ? [] : [before]), ...(ofFile.length === 0 ? [] : textsAfter(ofFile, before))];
}

const holdsAny = (texts: readonly string[], passage: string) =>
  texts.some((text) => normal(text).includes(normal(passage)));

/**
 * Some agents show the passage alone that they change: with it and what else the call removes taken out, wherever that
 * stands, a file that holds it has text left.
 */
function leavesText(file: FileInside | null, passage: string, path: string, { diffs, workspace }: Call): boolean {
  const text = lineFeeds(file?.text ?? '');
  if (!text.includes(lineFeeds(passage))) return false;
  const removed = diffs.filter((other) => isBlankText(other.newText) && shownPath(other.path, workspace) === path);
  const gone = [passage, ...removed.map(({ oldText }) => oldText ?? '')].map(lineFeeds);
  return !isBlankText(gone.reduce((left, part) => (part === '' ? left : left.replaceAll(part, '')), text));
}
