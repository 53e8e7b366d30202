import type { EditParameters } from '@countersign/contract';

/** Bytes of both texts, as JSON, up to which a change is shown with its whole file: half of what one request may hold. */
const WHOLE_MAX_BYTES = 400 * 1024;
/** Unchanged lines that a passage has before and after what changes. */
const CONTEXT = 100;

/** A change as a passage of its file, and the lines of the file that this is. */
export interface LargePassage {
  change: EditParameters & { oldText: string };
  from: number;
  to: number;
}

/**
 * The lines around a change of a file that is too large to be shown whole; null where it is not, or where that would not
 * make it smaller. `oldText` is all that the file holds, and has the passage once, so that its replacement is the change.
 */
export function passageOfLarge({ path, ...texts }: EditParameters): LargePassage | null {
  if (texts.oldText === null || sizeOf(texts.oldText) + sizeOf(texts.newText) <= WHOLE_MAX_BYTES) return null;
  const [before, after] = [wholeLines(texts.oldText), wholeLines(texts.newText)];
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same += 1;
  let sameEnd = 0;
  while (sameEnd < most - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd += 1;
  // Where as many lines around it do not tell the place from others, more do.
  for (let context = CONTEXT; context < most; context *= 2) {
    const from = Math.max(0, same - context);
    const left = Math.max(0, sameEnd - context);
    const [oldText, newText] = [before, after].map((lines) => lines.slice(from, lines.length - left).join(''));
    if (oldText === undefined || newText === undefined) return null;
    if (sizeOf(oldText) + sizeOf(newText) > WHOLE_MAX_BYTES) return null;
    if (texts.oldText.indexOf(oldText) === texts.oldText.lastIndexOf(oldText))
      return { change: { path, oldText, newText }, from: from + 1, to: before.length - left };
  }
  return null;
}

/** With their breaks. */
const wholeLines = (text: string) => text.split(/(?<=\n)/);

const sizeOf = (text: string) => Buffer.byteLength(JSON.stringify(text));
