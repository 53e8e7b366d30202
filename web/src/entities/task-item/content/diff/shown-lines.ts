import { type ChangedWords, changedWords } from './changed-words.ts';
import { type DiffRow, type FileDiff, type PairedRow, pairRows } from './diff-rows.ts';

/** The lines of a file's changes that are to be seen, each known by its place among them, counted from 0. */
export interface ShownLines {
  count: number;
  /** Those at which changes begin, in order. */
  changes: readonly number[];
  /** What changed within a line; undefined for one without a counterpart. */
  wordsOf: (row: DiffRow) => ChangedWords | undefined;
  /** The number beside a line. */
  numberOf: (line: number) => number | null;
  /** Where a line stands: an added line where the line it replaced does, even if it is drawn below. */
  placeOf: (line: number) => number;
  /** The lines that a row shows. */
  linesOf: (row: PairedRow) => number[];
}

/** Folded lines did not change and need not be seen, so they are not counted, even once they are unfolded. */
export function shownLines({ rows }: FileDiff): ShownLines {
  const shown = rows.filter((row) => !row.hidden);
  const lines = new Map(shown.map((row, line) => [row, line]));
  const words = changedWords(shown);
  return {
    count: shown.length,
    changes: shown.flatMap((row, line) => (isChange(row) && !isChange(shown[line - 1]) ? [line] : [])),
    wordsOf: (row) => words.get(row),
    numberOf: (line) => shown[line]?.new ?? shown[line]?.old ?? null,
    placeOf: placesOf(shown),
    linesOf: ({ left, right }) => [...new Set([left, right])].flatMap((side) => (side && lines.get(side)) ?? []),
  };
}

const isChange = (row: DiffRow | undefined) => row?.kind === 'added' || row?.kind === 'removed';

function placesOf(shown: readonly DiffRow[]): (line: number) => number {
  const places = new Map<DiffRow | null, number>();
  for (const [place, { left, right }] of pairRows(shown).entries()) places.set(left, place).set(right, place);
  return (line) => places.get(shown[line] ?? null) ?? line;
}
