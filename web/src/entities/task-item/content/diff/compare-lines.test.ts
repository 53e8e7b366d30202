import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareLines, type LineRun } from './compare-lines.ts';

const without = (kind: LineRun['kind'], runs: LineRun[]) =>
  runs.flatMap((run) => (run.kind === kind ? [] : run.lines)).join('');
const count = (kind: LineRun['kind'], runs: LineRun[]) =>
  runs.reduce((sum, run) => sum + (run.kind === kind ? run.lines.length : 0), 0);
const numbered = (length: number, line: (index: number) => string) => Array.from({ length }, (_, index) => line(index));

it('says both texts, whatever they are, and removes before it adds', () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\r\n')).map((lines) => lines.join(''));
  const end = fc.constantFrom('', 'a', 'z');
  fc.assert(
    fc.property(fc.tuple(text, end), fc.tuple(text, end), (before, after) => {
      const [oldText, newText] = [before.join(''), after.join('')];
      const runs = compareLines(oldText, newText);
      expect(without('added', runs)).toBe(oldText);
      expect(without('removed', runs)).toBe(newText);
      for (const [index, run] of runs.entries()) {
        expect(run.lines.length).toBeGreaterThan(0);
        const next = runs[index + 1]?.kind;
        expect(next).not.toBe(run.kind);
        expect([run.kind, next]).not.toEqual(['added', 'removed']);
      }
    }),
  );
});

it('keeps every other line of 5,000 where the others changed', () => {
  const runs = compareLines(
    numbered(5000, (index) => `line ${index}\n`).join(''),
    numbered(5000, (index) => (index % 2 === 0 ? `line ${index}\n` : `changed ${index}\n`)).join(''),
  );
  expect([count('same', runs), count('added', runs), count('removed', runs)]).toEqual([2500, 2500, 2500]);
});

it('takes 5,000 lines in another order for new ones, but for those at both ends', () => {
  const lines = numbered(5000, (index) => `line ${index}\n`);
  const runs = compareLines(
    ['first\n', ...lines, 'last\n'].join(''),
    ['first\n', ...lines.toReversed(), 'last\n'].join(''),
  );
  expect(runs.map(({ kind, lines: { length } }) => [kind, length])).toEqual([
    ['same', 1],
    ['removed', 5000],
    ['added', 5000],
    ['same', 1],
  ]);
});
