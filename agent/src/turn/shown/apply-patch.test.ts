import { expect, it } from 'vitest';
import { applyPatch } from './apply-patch.ts';

const text = 'class A {\n  a() {}\n  b() {}\n\n  c() {}\n}\n';
const head = 'Index: a.js\n===================================================================\n--- a.js\n+++ a.js\n';

it.each([
  ['a diff as it is', '@@ -2,2 +2,2 @@\n   a() {}\n-  b() {}\n+  two() {}\n'],
  ['one that has lost the indentation of all its lines', '@@ -2,2 +2,2 @@\n a() {}\n-b() {}\n+two() {}\n'],
])('applies %s', (_what, hunk) => {
  expect(applyPatch(text, head + hunk)).toBe(text.replace('b()', 'two()'));
});

it('applies several places, with empty lines among them', () => {
  const patch = `${head}@@ -2,1 +2,2 @@\n a() {}\n+\n@@ -4,2 +5,3 @@\n \n-c() {}\n+c() {\n+  return 1; }\n`;
  expect(applyPatch(text, patch)).toBe('class A {\n  a() {}\n\n  b() {}\n\n  c() {\n    return 1; }\n}\n');
});

it('applies what begins or ends a file', () => {
  expect(applyPatch('', `${head}@@ -0,0 +1,1 @@\n+one\n`)).toBe('one\n');
  expect(applyPatch('one\n', `${head}@@ -1,1 +0,0 @@\n-one\n`)).toBe('');
  const unended = '@@ -1,1 +1,1 @@\n-one\n\\ No newline at end of file\n+two\n\\ No newline at end of file\n';
  expect(applyPatch('one', head + unended)).toBe('two');
  expect(applyPatch('one\r\ntwo\r\n', `${head}@@ -1,2 +1,2 @@\n one\n-two\n+three\n`)).toBe('one\r\nthree\r\n');
});

it('takes no byte order mark for an indentation', () => {
  expect(applyPatch('\uFEFFone\ntwo\n', `${head}@@ -1,1 +1,2 @@\n one\n+new\n`)).toBe('\uFEFFone\nnew\ntwo\n');
});

it.each([
  ['another text', '@@ -2,1 +2,1 @@\n-  x() {}\n+  y() {}\n'],
  ['lines that have not lost the same', '@@ -1,2 +1,2 @@\n class A {\n-a() {}\n+x() {}\n'],
  ['a place behind the end', '@@ -20,1 +20,1 @@\n-  a() {}\n+  y() {}\n'],
  ['a place before the last', '@@ -3,1 +3,1 @@\n-  b() {}\n+  y() {}\n@@ -2,1 +2,1 @@\n-  a() {}\n+  y() {}\n'],
  ['fewer lines than it says', '@@ -2,2 +2,2 @@\n-  a() {}\n+  y() {}\n'],
  ['no place at all', ''],
])('is not applied if it has %s', (_what, hunks) => {
  expect(applyPatch(text, head + hunks)).toBeNull();
});
