import { describe, expect, it } from 'vitest';
import type { DiffRow } from '../content/diff/diff-rows.ts';
import { anchorOf, commentsAt, type LineComment, linesBetween, placeWords, reasonOf } from './line-comments.ts';

const rows: DiffRow[] = [
  { kind: 'hunk', old: null, new: null, text: '@@ -1,2 +1,2 @@' },
  { kind: 'same', old: 1, new: 1, text: 'one' },
  { kind: 'removed', old: 2, new: null, text: 'two' },
  { kind: 'added', old: null, new: 2, text: 'zwei' },
  { kind: 'same', old: 3, new: 3, text: 'three' },
];
const at = (side: 'old' | 'new', line: number) => ({ side, line });
const comment = (more: Partial<LineComment>): LineComment => ({
  id: 'c',
  path: 'src/a.ts',
  from: at('new', 1),
  to: at('new', 1),
  quotes: ['one'],
  text: 'Why?',
  ...more,
});

it('knows which rows are lines', () => {
  expect(rows.map(anchorOf)).toEqual([null, at('new', 1), at('old', 2), at('new', 2), at('new', 3)]);
});

it('stand at the last of their lines, of the change they were written about; kept before, of each of their file', () => {
  const comments = [comment({ part: 'edit/1' }), comment({ id: 'kept' })];
  const idsAt = (part: string, path = 'src/a.ts') =>
    rows.map((row) => commentsAt(comments, { path, part }, row).map(({ id }) => id));
  expect(idsAt('edit/1')).toEqual([[], ['c', 'kept'], [], [], []]);
  expect(idsAt('edit/2')).toEqual([[], ['kept'], [], [], []]);
  expect(idsAt('edit/1', 'src/b.ts')).toEqual([[], [], [], [], []]);
});

it('takes the lines between two, whichever was pressed first', () => {
  const lines = { from: at('new', 1), to: at('new', 2), quotes: ['one', 'two', 'zwei'] };
  expect(linesBetween(rows, at('new', 1), at('new', 2))).toEqual(lines);
  expect(linesBetween(rows, at('new', 2), at('new', 1))).toEqual(lines);
});

it.each([
  [{}, 'src/a.ts:1'],
  [{ to: at('new', 3) }, 'src/a.ts:1-3'],
  [{ from: at('old', 2), to: at('old', 2) }, 'src/a.ts:2 (removed)'],
  [{ from: at('old', 2), to: at('old', 4) }, 'src/a.ts:2-4 (removed)'],
  [{ from: at('old', 2), to: at('new', 3) }, 'src/a.ts:2 (removed)-3'],
])('says where %o stands', (more, words) => {
  expect(placeWords(comment(more))).toBe(words);
});

describe('the reason of a rejection', () => {
  it('holds all comments by file and line, each with its lines; what says nothing is left out', () => {
    const comments = [
      comment({ path: 'src/b.ts', text: '  Not this.\n' }),
      comment({ text: ' ' }),
      comment({ from: at('new', 20), to: at('new', 20), quotes: ['late'] }),
      comment({ from: at('new', 3), to: at('new', 4), quotes: ['x', 'y'], text: 'Both\nlines' }),
    ];
    expect(reasonOf(comments)).toBe(
      [
        '3 comments on the changes:',
        'src/a.ts:3-4\n> x\n> y\nBoth\nlines',
        'src/a.ts:20\n> late\nWhy?',
        'src/b.ts:1\n> one\nNot this.',
      ].join('\n\n'),
    );
  });

  it('leaves out a comment in which nothing can be seen, which says nothing to anybody', () => {
    const unseen = comment({ from: at('new', 20), to: at('new', 20), text: ' \u200B\u2060 ' });
    expect(reasonOf([comment({}), unseen])).toBe(reasonOf([comment({})]));
  });

  it('quotes the ends of many lines, and the beginning of a long one, and says so', () => {
    const quotes = ['a', 'b', 'c', 'd', 'x'.repeat(300)];
    expect(reasonOf([comment({ to: at('new', 5), quotes })])).toBe(
      `1 comment on the changes:\n\nsrc/a.ts:1-5\n> a\n> … 3 more lines …\n> ${'x'.repeat(160)}…\nWhy?`,
    );
  });
});
