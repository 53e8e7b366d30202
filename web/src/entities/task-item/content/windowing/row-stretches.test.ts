import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PIECE_ROWS, piecesOf, stretchesOf } from './row-stretches.ts';

it('cuts rows into pieces and loses none', () => {
  const rows = Array.from({ length: 3 * PIECE_ROWS + 1 }, (_, row) => row);
  const pieces = piecesOf(rows);
  expect(pieces.flat()).toEqual(rows);
  expect(pieces.map(({ length }) => length)).toEqual([PIECE_ROWS, PIECE_ROWS, PIECE_ROWS, 1]);
  expect(piecesOf([])).toEqual([]);
});

it('has each piece once and in its place, the drawn ones by themselves', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.array(fc.nat(200)), (pieces, some) => {
      const drawn = new Set(some);
      const stretches = stretchesOf(pieces, drawn);
      let next = 0;
      for (const { first, end, isDrawn } of stretches) {
        expect(first).toBe(next);
        expect(end).toBeGreaterThan(first);
        if (isDrawn) expect(end).toBe(first + 1);
        for (let piece = first; piece < end; piece += 1) expect(drawn.has(piece)).toBe(isDrawn);
        next = end;
      }
      expect(next).toBe(pieces);
    }),
  );
});

it('puts what is not drawn together, cut at the same places whatever is drawn', () => {
  expect(stretchesOf(100, new Set([50])).map(({ first, end }) => [first, end])).toEqual([
    [0, 40],
    [40, 50],
    [50, 51],
    [51, 80],
    [80, 100],
  ]);
});
