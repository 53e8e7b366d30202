import { diffArrays } from 'diff';
import { exactText } from '../../../../lib/text/exact-text.ts';
import { turned } from '../../../../ui/text/in-order.tsx';
import type { DiffRow } from './diff-rows.ts';

/** The ranges in which a line differs from the line that it replaces or that replaces it, in the displayed text. */
export type ChangedWords = readonly (readonly [from: number, to: number])[];

/** Longer lines take long to compare, and changes to single words are rare in them. */
const MOST_CHARACTERS = 400;
/** Lines that share less than this count as different lines, not as a changed one. */
const LEAST_SHARED = 0.35;

/**
 * Words, blanks, and single characters of anything else. Words that are written from right to left stay whole: each piece
 * of a line is drawn from left to right, so that a word in two pieces would read as another one.
 */
const words = new RegExp(`${turned.source}|[\\w\\p{Script=Latin}]+|\\s+|[^]`, 'gu');
const wordsOf = (text: string): string[] => text.match(words) ?? [];

/** The changed words of lines that were removed and added in each other's place; computed on first use. */
export function changedWords(rows: readonly DiffRow[]): { get: (row: DiffRow) => ChangedWords | undefined } {
  const pairs = new Map<DiffRow, [before: DiffRow, after: DiffRow]>();
  for (let at = 0; at < rows.length;) {
    const removed = runOf(rows, at, 'removed');
    const added = runOf(rows, at + removed.length, 'added');
    for (const [index, before] of removed.entries()) {
      const after = added[index];
      if (after) pairs.set(before, [before, after]).set(after, [before, after]);
    }
    at += Math.max(1, removed.length + added.length);
  }
  const compared = new Map<DiffRow, ReturnType<typeof compare>>();
  return {
    get(row) {
      const [before, after] = pairs.get(row) ?? [];
      if (!before || !after) return undefined;
      const both = compared.get(before) ?? compare(exactText(before.text), exactText(after.text));
      compared.set(before, both);
      return row === before ? both?.before : both?.after;
    },
  };
}

function runOf(rows: readonly DiffRow[], from: number, kind: DiffRow['kind']): DiffRow[] {
  const run: DiffRow[] = [];
  for (let row = rows[from]; row?.kind === kind; row = rows[from + run.length]) run.push(row);
  return run;
}

function compare(before: string, after: string): { before: ChangedWords; after: ChangedWords } | null {
  if (before.length > MOST_CHARACTERS || after.length > MOST_CHARACTERS) return null;
  const changed = { before: [] as [number, number][], after: [] as [number, number][] };
  let [oldPlace, newPlace, shared] = [0, 0, 0];
  for (const { value, added, removed } of diffArrays(wordsOf(before), wordsOf(after))) {
    const text = value.join('');
    if (removed) changed.before.push([oldPlace, oldPlace + text.length]);
    else if (added) changed.after.push([newPlace, newPlace + text.length]);
    else shared += text.trim().length;
    if (!added) oldPlace += text.length;
    if (!removed) newPlace += text.length;
  }
  const length = Math.max(before.trim().length, after.trim().length);
  return shared >= LEAST_SHARED * length ? changed : null;
}

/** HTML of highlighted code (text, entities and `span`s) with these ranges of its text in `mark`s. */
export function markHtml(html: string, parts: ChangedWords): string {
  if (parts.length === 0) return html;
  const isIn = (place: number) => parts.some(([from, to]) => from <= place && place < to);
  let [place, isOpen, marked] = [0, false, ''];
  for (const [token] of html.matchAll(/<[^>]*>|&[^;]+;|[^<&]/g)) {
    const isTag = token.startsWith('<');
    const wants = !isTag && isIn(place);
    if (isOpen !== wants) marked += wants ? '<mark>' : '</mark>';
    isOpen = wants;
    marked += token;
    if (!isTag) place += 1;
  }
  return isOpen ? `${marked}</mark>` : marked;
}
