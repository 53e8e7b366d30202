import { describe, expect, it } from 'vitest';
import { diffFiles, diffTexts, pairRows } from './diff-rows.ts';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

describe('diffTexts', () => {
  it('numbers both sides and folds what did not change', () => {
    const diff = diffTexts('a.txt', numbered(1, 20), numbered(1, 9) + 'changed\n' + numbered(11, 20));
    expect(diff).toMatchObject({ added: 1, removed: 1 });
    expect(diff?.rows.map((row) => row.kind)).toEqual([
      'fold',
      ...Array(3).fill('same'),
      'removed',
      'added',
      ...Array(3).fill('same'),
      'fold',
    ]);
    expect(diff?.rows[0]?.hidden).toHaveLength(6);
    expect(diff?.rows[4]).toMatchObject({ old: 10, new: null, text: 'line 10' });
    expect(diff?.rows[5]).toMatchObject({ old: null, new: 10, text: 'changed' });
  });

  it('says so when only one side ends its last line', () => {
    expect(diffTexts('a.txt', 'one\n', 'one')?.rows.map((row) => row.text)).toEqual([
      'one',
      'one',
      '\\ No newline at end of file',
    ]);
  });

  it('shows a new file as added lines only', () => {
    expect(diffTexts('a.txt', '', 'one\ntwo\n')?.rows.map((row) => row.kind)).toEqual(['added', 'added']);
  });
});

describe('diffFiles', () => {
  const patch = [
    'diff --git a/src/a.ts b/src/a.ts',
    'index 1111111..2222222 100644',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -4,2 +4,3 @@',
    ' keep',
    '-old',
    '+new',
    '+more',
    'diff --git a/gone.txt b/gone.txt',
    'deleted file mode 100644',
    '--- a/gone.txt',
    '+++ /dev/null',
    '@@ -1,1 +0,0 @@',
    '-bye',
    '\\ No newline at end of file',
    '',
  ].join('\n');

  it('reads every file of a git diff with its counts', () => {
    expect(diffFiles(patch).map(({ path, added, removed }) => ({ path, added, removed }))).toEqual([
      { path: 'src/a.ts', added: 2, removed: 1 },
      { path: 'gone.txt (deleted)', added: 0, removed: 1 },
    ]);
  });

  it('numbers lines from the hunk header', () => {
    expect(diffFiles(patch)[0]?.rows).toMatchObject([
      { kind: 'hunk' },
      { kind: 'same', old: 4, new: 4 },
      { kind: 'removed', old: 5, new: null },
      { kind: 'added', old: null, new: 5 },
      { kind: 'added', new: 6 },
    ]);
  });
});

it('pairRows puts an addition beside the removal it replaces', () => {
  const diff = diffTexts('a.txt', 'same\none\ntwo\n', 'same\n1\n2\n3\n');
  const pairs = pairRows(diff?.rows ?? []).map(({ left, right }) => [left?.text ?? null, right?.text ?? null]);
  expect(pairs).toEqual([
    ['same', 'same'],
    ['one', '1'],
    ['two', '2'],
    [null, '3'],
  ]);
});
