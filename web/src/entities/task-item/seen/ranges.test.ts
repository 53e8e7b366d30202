import fc from 'fast-check';
import { expect, it } from 'vitest';
import { covers, linesMissing, nothing, type Ranges, together, withoutRange, withRange } from './ranges.ts';

const COUNT = 12;
/** Pieces of twelve lines, in tenths of a line, so that the covered places can be enumerated. */
const piece = fc
  .tuple(fc.integer({ min: 0, max: COUNT * 10 }), fc.integer({ min: 0, max: COUNT * 10 }))
  .map(([a, b]) => [Math.min(a, b) / 10, Math.max(a, b) / 10] as const);
const tenths = Array.from({ length: COUNT * 10 }, (_, index) => index / 10);
const build = (pieces: Ranges) => pieces.reduce<Ranges>((all, [from, to]) => withRange(all, from, to), nothing);
const isIn = (pieces: Ranges, tenth: number) => pieces.some(([from, to]) => from <= tenth && tenth + 0.1 <= to + 1e-9);

it('covers what its pieces cover together, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const ranges = build(pieces);
      for (const tenth of tenths) expect(covers(ranges, tenth, tenth + 0.1)).toBe(isIn(pieces, tenth));
      ranges.forEach(([from, to], index) => {
        expect(from).toBeLessThan(to);
        expect(from).toBeGreaterThan(ranges[index - 1]?.[1] ?? -1);
      });
    }),
  );
});

it('misses exactly the lines that are not covered from beginning to end', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const missing = linesMissing(build(pieces), COUNT).flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
      const expected = Array.from({ length: COUNT }, (_, line) => line).filter((line) =>
        tenths.slice(line * 10, line * 10 + 10).some((tenth) => !isIn(pieces, tenth)),
      );
      expect(missing).toEqual(expected);
    }),
  );
});

it('takes back what was covered', () => {
  fc.assert(
    fc.property(fc.array(piece), piece, (pieces, [from, to]) => {
      const left = withoutRange(build(pieces), from, to);
      for (const tenth of tenths) {
        const isTaken = from <= tenth + 1e-9 && tenth + 0.1 <= to + 1e-9;
        expect(covers(left, tenth, tenth + 0.1)).toBe(isIn(pieces, tenth) && !isTaken);
      }
    }),
  );
});

it('joins two', () => {
  expect(together([[0, 1]], [[1, 2.5]])).toEqual([[0, 2.5]]);
  expect(linesMissing([[0, 2.5]], 3)).toEqual([{ first: 2, last: 2 }]);
  expect(linesMissing(nothing, 0)).toEqual([]);
});
