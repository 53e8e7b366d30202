import { describe, expect, it } from 'vitest';
import { diffFiles, diffTexts, pairRows } from './diff-rows.ts';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

describe('diffTexts', () => {
  it('numbers both sides and folds what did not change', () => {
    const diff = diffTexts('a.txt', numbered(1, 20), numbered(1, 9) + 'changed\n' + numbered(11, 20));
    expect(diff).toMatchObject({ added: 1, removed: 1 });
    expect(diff.rows.map((row) => row.kind)).toEqual([
      'fold',
      ...Array(3).fill('same'),
      'removed',
      'added',
      ...Array(3).fill('same'),
      'fold',
    ]);
    expect(diff.rows[0]?.hidden).toHaveLength(6);
    expect(diff.rows[4]).toMatchObject({ old: 10, new: null, text: 'line 10' });
    expect(diff.rows[5]).toMatchObject({ old: null, new: 10, text: 'changed' });
  });

  it.each([
    [3, undefined],
    [4, undefined],
    [5, 2],
  ])('folds no single line, which is no higher than a fold: with %i lines before a change', (before, hidden) => {
    const diff = diffTexts('a.txt', numbered(1, before), `${numbered(1, before)}new\n`);
    expect(diff.rows.find(({ kind }) => kind === 'fold')?.hidden?.length).toBe(hidden);
    expect(diff.rows[0]).toMatchObject(hidden === undefined ? { kind: 'same', text: 'line 1' } : { kind: 'fold' });
  });

  it('says so when only one side ends its last line', () => {
    expect(diffTexts('a.txt', 'one\n', 'one').rows.map((row) => row.text)).toEqual([
      'one',
      'one',
      '\\ No newline at end of file',
    ]);
  });

  it('shows a new file as added lines only', () => {
    expect(diffTexts('a.txt', '', 'one\ntwo\n').rows.map((row) => row.kind)).toEqual(['added', 'added']);
  });
});

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
const paths = ['src/a.ts', 'gone.txt (deleted)'];

describe('diffFiles', () => {
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

describe('what git says of a file beside its lines', () => {
  const notesOf = (...lines: string[]) =>
    diffFiles(`${lines.join('\n')}\n`).map(({ path, rows }) => [
      path,
      ...rows.filter(({ kind }) => kind === 'note').map(({ text }) => text),
    ]);

  it('is told first, before the lines', () => {
    const [file] = diffFiles(
      ['diff --git a/run.sh b/run.sh', 'old mode 100644', 'new mode 100755', 'index 1111111..2222222']
        .concat('--- a/run.sh', '+++ b/run.sh', '@@ -1 +1 @@', '-one', '+two', '')
        .join('\n'),
    );
    expect(file?.rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['note', 'mode 100644 → 100755 (executable)'],
      ['hunk', '@@ -1,1 +1,1 @@'],
      ['removed', 'one'],
      ['added', 'two'],
    ]);
  });

  it.each(['@@ -0,0 +1,1 @@', '@@ -3,0 +4,1 @@'])('places lines where there were none as git does: %s', (header) => {
    const [file] = diffFiles(['diff --git a/x b/x', '--- a/x', '+++ b/x', header, '+y', ''].join('\n'));
    expect(file?.rows[0]?.text).toBe(header);
  });

  it('names a mode that changed and nothing else', () => {
    expect(notesOf('diff --git a/run.sh b/run.sh', 'old mode 100755', 'new mode 100644')).toEqual([
      ['run.sh', 'mode 100755 → 100644 (not executable)'],
    ]);
  });

  it('names what is no ordinary file: new, deleted, or kept', () => {
    const created = (mode: string) => ['diff --git a/x b/x', `new file mode ${mode}`, 'index 0000000..2222222'];
    const added = ['--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+y'];
    expect(notesOf(...created('120000'), ...added)).toEqual([['x', 'new symbolic link (mode 120000)']]);
    expect(notesOf(...created('160000'), ...added)).toEqual([['x', 'new submodule (mode 160000)']]);
    expect(notesOf(...created('100755'), ...added)).toEqual([['x', 'new executable file (mode 100755)']]);
    expect(notesOf(...created('100644'), ...added)).toEqual([['x']]);
    const removed = ['index 2222222..0000000', '--- a/x', '+++ /dev/null', '@@ -1 +0,0 @@', '-y'];
    expect(notesOf('diff --git a/x b/x', 'deleted file mode 120000', ...removed)).toEqual([
      ['x (deleted)', 'deleted symbolic link (mode 120000)'],
    ]);
    const changed = ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+/etc/passwd'];
    expect(notesOf('diff --git a/x b/x', 'index 1111111..2222222 120000', ...changed)).toEqual([
      ['x', 'symbolic link (mode 120000)'],
    ]);
    expect(notesOf('diff --git a/x b/x', 'index 1111111..2222222 100644', ...changed)).toEqual([['x']]);
  });

  it('names another name, and empty files', () => {
    const moved = (how: string) => ['diff --git a/a b/b', 'similarity index 100%', `${how} from a`, `${how} to b`];
    expect(notesOf(...moved('rename'))).toEqual([['a → b', 'renamed from a']]);
    expect(notesOf(...moved('copy'))).toEqual([['a → b', 'copied from a']]);
    expect(notesOf('diff --git a/e b/e', 'new file mode 100644', 'index 0000000..e69de29')).toEqual([
      ['e', 'new empty file'],
    ]);
    expect(notesOf('diff --git a/e b/e', 'deleted file mode 100644', 'index e69de29..0000000')).toEqual([
      ['e (deleted)', 'deleted empty file'],
    ]);
  });

  it.each([
    ['whole', 'GIT binary patch\nliteral 2\nJcmZQz1pojC00sa6\n\nliteral 0\nHcmV?d00001\n'],
    ['by name only', 'Binary files /dev/null and b/new.bin differ'],
  ])('keeps what it says of a binary file, %s, and reads the files around it', (_how, said) => {
    const binary = `diff --git a/new.bin b/new.bin\nnew file mode 100755\nindex 0000000..00ffac9\n${said}`;
    const files = diffFiles(`${patch}${binary}\n${patch}`);
    expect(files.map(({ path }) => path)).toEqual([...paths, 'new.bin', ...paths]);
    expect(files[2]).toMatchObject({
      rows: [{ text: 'new executable file (mode 100755)' }, { text: 'binary' }],
      source: binary.trimEnd(),
    });
  });
});

it('diffFiles takes no line of a file for the beginning of another one', () => {
  const lines = ['diff --git a/a b/a', '--- a/a', '+++ b/a', '@@ -0,0 +1,2 @@', '+x\rdiff --git a/b b/b', '+@@ y', ''];
  expect(diffFiles(lines.join('\n'))).toMatchObject([
    { path: 'a', rows: [{ kind: 'hunk' }, { text: 'x\rdiff --git a/b b/b' }, { text: '@@ y' }] },
  ]);
});

describe('a name with what JavaScript, and not git, takes for the end of a line', () => {
  const only = (...lines: string[]) => {
    const files = diffFiles(`${lines.join('\n')}\n`);
    expect(files).toHaveLength(1);
    return { path: files[0]?.path, source: files[0]?.source, texts: files[0]?.rows.map(({ text }) => text) };
  };

  it('hides no binary file', () => {
    const name = 'x\u2028@@ y';
    const head = [`diff --git a/${name} b/${name}`, 'new file mode 100644', 'index 0000000..00ffac9'];
    const file = only(...head, `Binary files /dev/null and b/${name} differ`);
    expect(file).toMatchObject({ path: name, texts: ['binary'] });
    expect(file.source).toContain('Binary files');
  });

  it('makes no text binary', () => {
    const name = 'x\u2029GIT binary patch';
    const head = [
      `diff --git a/${name} b/${name}`,
      'index 1111111..2222222 100644',
      `--- a/${name}\t`,
      `+++ b/${name}\t`,
    ];
    expect(only(...head, '@@ -1 +1 @@', '-a', '+b')).toEqual({
      path: name,
      source: undefined,
      texts: ['@@ -1,1 +1,1 @@', 'a', 'b'],
    });
  });

  it('hides no symbolic link', () => {
    const name = 'x\u2028@@ y';
    const head = [
      `diff --git a/${name} b/${name}`,
      'index 1111111..2222222 120000',
      `--- a/${name}\t`,
      `+++ b/${name}\t`,
    ];
    expect(only(...head, '@@ -1 +1 @@', '-a', '+/etc/passwd').texts?.[0]).toBe('symbolic link (mode 120000)');
  });

  it('is the name to its end, of a renamed file as well', () => {
    const moved = ['similarity index 100%', 'rename from a', 'rename to .env\u2028x'];
    expect(only('diff --git a/a b/.env\u2028x', ...moved).path).toBe('a → .env\u2028x');
  });
});

describe('names', () => {
  const pathOf = (name: string) =>
    diffFiles(`diff --git a/${name} b/${name}\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`)[0]?.path;

  it.each(['a.ts\uFEFF', 'a.ts\u00a0', '\u3000a', ' a ', 'b/a b/a'])('are whole: %j', (name) => {
    expect(pathOf(name)).toBe(name);
  });

  it('lose only what git adds: a tab behind a blank, and quotes', () => {
    expect(diffFiles('diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n@@ -1 +1 @@\n-x\n+y\n')[0]?.path).toBe('a b');
    const quoted = '"a/\\303\\244\\t\\"\\\\\\001" "b/\\303\\244\\t\\"\\\\\\001"';
    expect(diffFiles(`diff --git ${quoted}\nold mode 100644\nnew mode 100755\n`)[0]?.path).toBe('ä\t"\\\u0001');
    const marked = '"a/\\357\\273\\277x" "b/\\357\\273\\277x"';
    expect(diffFiles(`diff --git ${marked}\nold mode 100644\nnew mode 100755\n`)[0]?.path).toBe('\ufeffx');
  });

  it('are never guessed', () => {
    expect(() => diffFiles('diff --git a/a b/b\nold mode 100644\nnew mode 100755\n')).toThrow('no name');
  });
});

it('diffFiles does not complete a diff that was cut', () => {
  const cut = ['diff --git a/a b/a', '--- a/a', '+++ b/a', '@@ -1,2 +1,2 @@', '-x', '+y', ''].join('\n');
  expect(() => diffFiles(cut)).toThrow();
});

it('pairRows puts an addition beside the removal it replaces', () => {
  const diff = diffTexts('a.txt', 'same\none\ntwo\n', 'same\n1\n2\n3\n');
  const pairs = pairRows(diff.rows).map(({ left, right }) => [left?.text ?? null, right?.text ?? null]);
  expect(pairs).toEqual([
    ['same', 'same'],
    ['one', '1'],
    ['two', '2'],
    [null, '3'],
  ]);
});

it('pairs many lines in a moment', () => {
  const rows = diffTexts('a.txt', 'a\n'.repeat(120_000), 'b\n'.repeat(120_000)).rows;
  const begun = process.cpuUsage();
  expect(pairRows(rows)).toHaveLength(120_000);
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
});
