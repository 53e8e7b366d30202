import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStableCallback } from '../../../../lib/use-stable-callback.ts';
import { scrollersOf } from '../../../../ui/viewport/reveal.ts';
import { lookOften } from '../../seen/look-often.ts';
import { DRAW_LINE } from '../../seen/show-line.ts';
import { type Anchor, piecesNear } from './pieces-near.ts';
import { GUESSED_LINE_PX, RowHeights } from './row-heights.ts';
import { PIECE_ROWS, piecesOf, stretchesOf } from './row-stretches.ts';

interface WindowedRowsProps<Row> {
  rows: readonly Row[];
  columns: number;
  /** How many texts are side by side in a row. */
  sides?: 1 | 2;
  /** Returns its `tr`; must stay the same function as long as a row looks the same. */
  draw: (row: Row, index: number) => ReactNode;
  /** Everything readable in it. */
  textOf: (row: Row) => string;
  /** How many of its characters are wrapped into lines; of two sides, the longer one's. */
  lengthOf: (row: Row) => number;
  /** The lines of its part that it shows. */
  linesOf: (row: Row, index: number) => readonly number[];
  /** Whether the first rows are drawn before their position is known. */
  startsDrawn?: boolean;
}

/** The pieces that are drawn at once. */
const firstOnes: ReadonlySet<number> = new Set(Array.from({ length: 10 }, (_, piece) => piece));
const none: ReadonlySet<number> = new Set();

/**
 * Rows of a table, as `tbody`s, of which only those near the viewport are drawn: thousands would make a page slow. The
 * others are present as plain text of the same height, so that screen readers and the browser's search find all of
 * them.
 */
export function WindowedRows<Row>(props: WindowedRowsProps<Row>) {
  const { rows, columns, sides = 1, draw, textOf, lengthOf, linesOf, startsDrawn = true } = props;
  const pieces = useMemo(() => piecesOf(rows), [rows]);
  const lengths = useMemo(() => pieces.map((piece) => piece.map(lengthOf)), [pieces, lengthOf]);
  const [drawn, setDrawn] = useState(startsDrawn ? firstOnes : none);
  const [heights, setHeights] = useState<readonly number[]>([]);
  const stretches = useMemo(() => stretchesOf(pieces.length, drawn), [pieces, drawn]);
  const start = useRef<HTMLTableSectionElement>(null);
  const known = useRef(new RowHeights());
  /** Pieces drawn in order to scroll to them; they stay until they have come into view. */
  const asked = useRef(new Set<number>());
  const anchor = useRef<Anchor>(null);

  const look = useStableCallback(() => {
    const table = start.current?.closest('table');
    if (!table || !start.current || table.getBoundingClientRect().height === 0) return;
    const now = known.current.of(table, lengths, sides);
    const near = piecesNear(start.current, stretches, now, asked.current);
    for (const piece of asked.current) if (near.inView.has(piece)) asked.current.delete(piece);
    anchor.current = near.anchor;
    if (!isSame(near.drawn, drawn)) setDrawn(near.drawn);
    if (now.length !== heights.length || now.some((height, piece) => height !== heights[piece])) setHeights([...now]);
  });
  useLayoutEffect(look, [look, pieces, sides]);
  // Synchronously: with a delay, a scroll in between could be mistaken for content that has moved.
  useEffect(() => lookOften(() => flushSync(look)), [look]);

  // Keeps the reading position when rows above turn out to be higher than estimated.
  useLayoutEffect(() => {
    const { element, top = 0 } = anchor.current ?? {};
    anchor.current = null;
    if (!element?.isConnected) return;
    const moved = element.getBoundingClientRect().top - top;
    if (Math.abs(moved) >= 1) scrollersOf(element)[0]?.scrollBy({ top: moved });
  }, [drawn, heights]);

  const drawLine = useStableCallback((line: number) => {
    const row = rows.findIndex((one, index) => linesOf(one, index).includes(line));
    if (row < 0) return;
    const piece = Math.floor(row / PIECE_ROWS);
    asked.current.add(piece);
    flushSync(() => setDrawn(new Set([...drawn, piece])));
  });
  useEffect(() => {
    const table = start.current?.closest('table');
    const heard = (event: Event) => event instanceof CustomEvent && drawLine(Number(event.detail));
    table?.addEventListener(DRAW_LINE, heard);
    return () => table?.removeEventListener(DRAW_LINE, heard);
  }, [drawLine]);

  const heightOf = (piece: number) => heights[piece] ?? (pieces[piece]?.length ?? 0) * GUESSED_LINE_PX;
  return (
    <>
      <tbody ref={start} hidden />
      {stretches.map(({ first, end, isDrawn }) => {
        if (isDrawn) return <DrawnRows key={first} rows={pieces[first] ?? []} first={first * PIECE_ROWS} draw={draw} />;
        let height = 0;
        for (let piece = first; piece < end; piece += 1) height += heightOf(piece);
        return <UndrawnRows key={`${first}-${end}`} {...{ pieces, first, end, height, columns, textOf }} />;
      })}
    </>
  );
}

interface DrawnRowsProps<Row> {
  rows: readonly Row[];
  first: number;
  draw: (row: Row, index: number) => ReactNode;
}

/** Rows that stay unchanged while others come and go. */
const DrawnRows = memo(function DrawnRows<Row>({ rows, first, draw }: DrawnRowsProps<Row>) {
  return <tbody>{rows.map((row, index) => draw(row, first + index))}</tbody>;
}) as <Row>(props: DrawnRowsProps<Row>) => ReactNode;

interface UndrawnRowsProps<Row> {
  pieces: readonly (readonly Row[])[];
  /** The first of the pieces, and the first piece after them. */
  first: number;
  end: number;
  /** Height of all of them, in pixels. */
  height: number;
  columns: number;
  textOf: (row: Row) => string;
}

/** The text of rows out of sight. It is not rebuilt while others come and go. */
const UndrawnRows = memo(function UndrawnRows<Row>(props: UndrawnRowsProps<Row>) {
  const { pieces, first, end, height, columns, textOf } = props;
  const text = useMemo(() => pieces.slice(first, end).flat().map(textOf).join('\n'), [pieces, first, end, textOf]);
  return (
    <tbody>
      <tr>
        <td colSpan={columns}>
          {/* Laid out independently, but not skipped out of sight: it would leave the accessibility tree. */}
          <div className="undrawn" style={{ height, overflow: 'hidden', contain: 'strict' }}>
            {text}
          </div>
        </td>
      </tr>
    </tbody>
  );
}) as <Row>(props: UndrawnRowsProps<Row>) => ReactNode;

const isSame = (some: ReadonlySet<number>, others: ReadonlySet<number>) =>
  some.size === others.size && [...some].every((one) => others.has(one));
