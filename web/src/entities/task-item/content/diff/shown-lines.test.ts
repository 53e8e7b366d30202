import { expect, it } from 'vitest';
import { diffTexts, pairRows } from './diff-rows.ts';
import { shownLines } from './shown-lines.ts';

const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'old one', 'old two', 'i'];
const after = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'new one', 'i', 'j'];
/** A fold of five lines, then f g h -old one -old two +new one i +j. */
const diff = diffTexts('a.txt', before.join('\n') + '\n', after.join('\n') + '\n');
const lines = shownLines(diff);

it('counts what is shown, without folded lines', () => {
  expect(diff.rows[0]?.hidden).toHaveLength(5);
  expect(lines.count).toBe(8);
  expect([0, 3, 5, 7].map(lines.numberOf)).toEqual([6, 9, 9, 11]);
  expect(lines.numberOf(8)).toBeNull();
});

it('knows where changes begin', () => {
  expect(lines.changes).toEqual([3, 7]);
});

it('gives an added line the place of the line it replaced', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(lines.placeOf)).toEqual([0, 1, 2, 3, 4, 3, 5, 6]);
});

it('knows the lines of each row; an unfolded one has none', () => {
  expect(pairRows(diff.rows).map(lines.linesOf)).toEqual([[], [0], [1], [2], [3, 5], [4], [6], [7]]);
  const [unfolded = null] = diff.rows[0]?.hidden ?? [];
  expect(lines.linesOf({ left: unfolded, right: unfolded })).toEqual([]);
});
