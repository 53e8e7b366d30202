import { resolve } from 'node:path';
import type { Diff, ToolCall } from '@agentclientprotocol/sdk';
import { lineFeeds, normal } from '../../attribution/changes.ts';
import { placesOf, withReplaced } from '../../attribution/replaced-lines.ts';
import { readInside } from '../../workspace/read-inside.ts';

/** A change of one file that a call shows. */
export type Shown = Diff & { type: 'diff' };

/** What a call shows of one file, in its order. */
interface OfFile {
  path: string;
  diffs: Shown[];
}

/**
 * Agents show a moved file as a change of the one at its new path, with the text of the other, which the call names
 * among its places: that one will be gone. Some show the passages alone that change, or empty texts if none does.
 */
export async function withRemovals(
  diffs: readonly Shown[],
  { locations }: ToolCall,
  workspace: string,
): Promise<Shown[]> {
  const placeOf = (path: string) => resolve(workspace, path);
  const changed = new Map<string, OfFile>();
  for (const diff of diffs) {
    const known = changed.get(placeOf(diff.path));
    if (known) known.diffs.push(diff);
    else changed.set(placeOf(diff.path), { path: diff.path, diffs: [diff] });
  }
  const named = new Set((locations ?? []).map(({ path }) => placeOf(path)));
  const texts = new Map<string, string>();
  for (const { path } of locations ?? []) {
    const text = changed.has(placeOf(path)) ? null : (await readInside(workspace, path))?.text;
    if (typeof text === 'string') texts.set(path, text);
  }
  const moved = new Map<OfFile, Shown[]>();
  const move = (file: OfFile, source: string, shown: Shown[]) => {
    moved.set(file, [...shown, { type: 'diff', path: source, oldText: texts.get(source) ?? '', newText: '' }]);
    texts.delete(source);
  };
  const files = [...changed.values()];
  for (const file of files) {
    const held = texts.size > 0 ? (await readInside(workspace, file.path))?.text : null;
    const source = [...texts].find(([, text]) => holds(text, file) && !holds(held ?? '', file));
    if (source) move(file, source[0], shownOf(file, source[1]));
  }
  // Without any text, only the order tells which place goes with which.
  const bare = files.filter((file) => isBare(file) && !named.has(placeOf(file.path)));
  if (bare.length === texts.size)
    for (const [index, [source, text]] of [...texts].entries()) {
      const file = bare[index];
      if (file) move(file, source, [{ type: 'diff', path: file.path, oldText: null, newText: text }]);
    }
  return moved.size === 0 ? [...diffs] : files.flatMap((file) => moved.get(file) ?? file.diffs);
}

const isBare = ({ diffs }: OfFile) => diffs.length === 1 && diffs[0]?.oldText === '' && diffs[0].newText === '';

const isWholeOf = ({ diffs }: OfFile, text: string) =>
  diffs.length === 1 && diffs[0]?.oldText != null && normal(diffs[0].oldText) === normal(text);

/** True if all that a call shows to be replaced in a file is in this text. */
const holds = (text: string, file: OfFile) =>
  isWholeOf(file, text)
    ? normal(text) !== ''
    : file.diffs.every(({ oldText }) => Boolean(oldText) && placesOf(text, oldText ?? '').length > 0);

/** The new file as it will be or, where it is not said which place a passage has, as it is before and each passage. */
function shownOf(file: OfFile, text: string): Shown[] {
  const { path, diffs } = file;
  const [first] = diffs;
  if (first && isWholeOf(file, text)) return [{ ...first, oldText: null }];
  const newText = withReplaced(
    text,
    diffs.map(({ oldText, ...diff }) => ({ oldText: oldText ?? null, newText: lineFeeds(diff.newText) })),
  );
  return newText === null
    ? [{ type: 'diff', path, oldText: null, newText: text }, ...diffs]
    : [{ type: 'diff', path, oldText: null, newText }];
}
