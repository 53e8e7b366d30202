import type { EditParameters } from '@countersign/contract';
import { expect, it } from 'vitest';
import { argumentsBeside } from './arguments-beside.ts';

const edit = (path: string, oldText: string | null, newText: string): EditParameters => ({ path, oldText, newText });
const one = edit('a.py', 'if x:\n    one()\n    two()\n', 'if x:\n    one()\n    three()\n');
const other = edit('b.py', 'four()\n', 'five()\n');
const isLeftOut = (rawInput: Record<string, unknown>, ...changes: EditParameters[]) =>
  Object.keys(argumentsBeside(rawInput, changes, '/w')).length === 0;

const codex = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const change = ['*** Update File: a.py', '@@ if x:', '     one()', '-    two()', '+    three()'];
const moved = [edit('new.py', null, one.newText), edit('a.py', one.oldText, '')];
const move = ['*** Update File: a.py', '*** Move to: new.py', ...change.slice(1)];

it.each<[string, string, EditParameters[]]>([
  ['an edit', codex(...change), [one]],
  ['edits of two files', codex(...change, '*** Update File: /w/b.py', '-four()', '+five()'), [one, other]],
  ['a new file', codex('*** Add File: b.py', '+five()', '+'), [edit('b.py', null, 'five()\n\n')]],
  ['a deletion', codex('*** Delete File: b.py'), [edit('b.py', 'four()\n', '')]],
  ['a move with an edit', codex(...move), moved],
])('leaves out a patch in the form of Codex that is shown: %s', (_what, patch, changes) => {
  expect(isLeftOut({ patchText: patch }, ...changes)).toBe(true);
});

it.each<[string, string, EditParameters[]]>([
  ['deletes a file that is edited', codex('*** Delete File: a.py'), [one]],
  ['deletes a file after an edit', codex(...change, '*** Delete File: a.py'), [one]],
  [
    'deletes a file of which a passage is removed',
    codex('*** Delete File: a.py'),
    [{ ...edit('a.py', one.oldText, ''), isPassage: true }],
  ],
  ['deletes a file that is not known', codex('*** Delete File: a.py'), [edit('a.py', null, '')]],
  [
    'moves a file to another that is edited',
    codex('*** Update File: a.py', '*** Move to: b.py', ...change.slice(1)),
    [one, other],
  ],
  [
    'changes a line of one file to that of another',
    codex('*** Update File: a.py', '-    two()', '+five()'),
    [one, other],
  ],
  ['indents differently', codex(...change.slice(0, -1), '+  three()'), [one]],
  ['changes another place', codex(...change.slice(0, 2), '+    three()', '     one()'), [one]],
  ['does less', codex('*** Update File: a.py', '-    two()'), [one]],
  ['adds more', codex('*** Add File: a.py', '+five()'), [one]],
  ['has other words', codex(...change, '# and then run it'), [one]],
])('shows a patch in the form of Codex that %s', (_what, patch, changes) => {
  expect(isLeftOut({ patchText: patch }, ...changes)).toBe(false);
});

const named = (path: string) => `--- ${path}\n+++ ${path}\n`;
const ofOne = `${named('a.py')}@@ -2,2 +2,2 @@\n     one()\n-    two()\n+    three()\n`;
const ofOther = `${named('b.py')}@@ -1 +1 @@\n-four()\n+five()\n`;

it.each<[string, string, EditParameters[]]>([
  ['one file', ofOne, [one]],
  ['two files', `${ofOne}\n${ofOther}`, [one, other]],
  ['a file, by git', `diff --git a/b.py b/b.py\nindex 1a..2b 100644\n${ofOther}`, [other]],
  ['lines that have lost the same', ofOne.replace(/^([ +-]) {4}/gm, '$1'), [one]],
  ['a moved file', ofOne, moved],
])('leaves out a diff of what is shown: %s', (_what, diff, changes) => {
  expect(isLeftOut({ diff }, ...changes)).toBe(true);
});

it.each<[string, string, EditParameters[]]>([
  ['lines that have not lost the same', ofOne.replace('+    three', '+  three'), [one]],
  ['a line that is shown of another file', ofOther.replace('five', 'one'), [one, other]],
  ['a file that is not shown', `${ofOne}${ofOther}`, [one]],
  ['another file under the same text', ofOther.replaceAll('b.py', 'c.py'), [other]],
  ['a mode', `diff --git a/b.py b/b.py\nold mode 100644\nnew mode 100755\n${ofOther}`, [other]],
  ['the same change twice', `${ofOne}${ofOne}`, [one]],
  ['a file that is removed', `${named('b.py')}@@ -1 +0,0 @@\n-four()\n`, [other]],
])('shows a diff with %s', (_what, diff, changes) => {
  expect(isLeftOut({ diff }, ...changes)).toBe(false);
});

it('leaves out what is said of a file if it is shown of this very file', () => {
  const files = (file: Record<string, unknown>) => ({ files: [{ filePath: '/w/a.py', ...file }] });
  const gone = edit('a.py', one.oldText, '');
  expect(isLeftOut(files({ type: 'update', patch: ofOne, additions: 1 }), one)).toBe(true);
  expect(isLeftOut(files({ type: 'delete' }), gone)).toBe(true);
  expect(isLeftOut(files({ type: 'move', movePath: '/w/new.py', patch: ofOne }), ...moved)).toBe(true);
  expect(isLeftOut(files({ type: 'delete' }), one)).toBe(false);
  expect(isLeftOut(files({ type: 'move', movePath: '/w/b.py' }), one, other)).toBe(false);
  expect(isLeftOut(files({ type: 'update', patch: ofOther }), one, other)).toBe(false);
});

it('compares a patch in the form of Codex in little time, however many places it names', () => {
  const text = `${'x\n'.repeat(50_000)}last\n`;
  const patch = `*** Begin Patch\n*** Update File: /w/a.py\n${'@@ last\n'.repeat(20_000)}*** End Patch`;
  const begun = process.cpuUsage();
  isLeftOut({ patchText: patch }, { path: 'a.py', oldText: text, newText: text });
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000);
});
