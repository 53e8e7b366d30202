/** Rows are drawn, or not, so many at once: few, as those beyond the edges of what is in view are nodes for nothing. */
export const PIECE_ROWS = 4;
/** So many pieces that are not drawn stand together as one text. */
const MOST_TOGETHER = 40;

/** Pieces beside each other that are all drawn, or all not. `end` is the first behind them. */
export interface Stretch {
  first: number;
  end: number;
  isDrawn: boolean;
}

/** Rows in pieces. */
export function piecesOf<Row>(rows: readonly Row[]): Row[][] {
  const pieces: Row[][] = [];
  for (let from = 0; from < rows.length; from += PIECE_ROWS) pieces.push(rows.slice(from, from + PIECE_ROWS));
  return pieces;
}

/** Each drawn piece by itself; the others together, cut at the same places whatever is drawn. */
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
