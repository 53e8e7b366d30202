/** Rows are drawn or left out in groups of this size; small, because rows beyond the visible edges are wasted nodes. */
export const PIECE_ROWS = 4;
/** At most this many undrawn pieces form one text. */
const MOST_TOGETHER = 40;

/** Adjacent pieces that are all drawn, or all not. `end` is the first piece after them. */
export interface Stretch {
  first: number;
  end: number;
  isDrawn: boolean;
}

/** Splits rows into pieces. */
export function piecesOf<Row>(rows: readonly Row[]): Row[][] {
  const pieces: Row[][] = [];
  for (let from = 0; from < rows.length; from += PIECE_ROWS) pieces.push(rows.slice(from, from + PIECE_ROWS));
  return pieces;
}

/** Each drawn piece by itself; the others grouped, always split at the same places. */
export function stretchesOf(pieces: number, drawn: ReadonlySet<number>): Stretch[] {
  const stretches: Stretch[] = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    const last = stretches.at(-1);
    const joins = last && !last.isDrawn && !drawn.has(piece) && piece % MOST_TOGETHER !== 0;
    if (joins) last.end = piece + 1;
    else stretches.push({ first: piece, end: piece + 1, isDrawn: drawn.has(piece) });
  }
  return stretches;
}
