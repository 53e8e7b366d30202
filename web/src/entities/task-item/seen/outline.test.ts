import type { Attribution } from '@countersign/contract';
import { expect, it } from 'vitest';
import type { ItemSubject } from '../content/describe-content.ts';
import { outlineOf } from './outline.ts';

const none: Attribution = { files: 0, outside: { files: 0, listed: [] }, within: [], rejected: [], notes: [] };
const outside = { files: 1, listed: ['a.md'] };
const within = [{ files: 1, listed: ['b.md'], steps: [], moreSteps: 0 }];

it.each([
  ['nothing of files within approved steps where all are outside', { files: 1, outside }, false],
  ['nothing of them where no file changed', {}, false],
  ['that all are within', { files: 1, within }, true],
  ['the files within beside those outside', { files: 2, outside, within }, true],
  ['files within that are only counted', { files: 2, outside }, true],
  ['what must be known about how exact this is', { files: 1, outside, notes: ['Looking takes long.'] }, true],
])('has of a publish request %s', (_what, attribution, isThere) => {
  const publish = { branch: 'b', commit: 'c0ffee', title: 'T', body: '', attribution: { ...none, ...attribution } };
  const subject: ItemSubject = { kind: 'publish', publish, summary: '', patch: '', missing: null, rest: undefined };
  const item = { title: 'Publish', content: null, toolName: null, filePath: null, enforcement: null };
  expect(outlineOf(item, subject).includes('within')).toBe(isThere);
});

it.each([
  ['which is shown once where it only says the command', 'npm test', 'npm test', false],
  ['and not its lines', 'npm run a npm run b', 'npm run a\nnpm run b', false],
  ['nor the quotes that some agents put around it', '`npm test`', 'npm test', false],
  ['nor its end, where it was too long for a title', `${'a '.repeat(149)}…`, 'a '.repeat(200), false],
  ['unless it says something else', 'Run the tests', 'npm test', true],
  ['unless it says less', 'npm test', 'npm test && rm -r dist', true],
  ['unless it was cut by somebody else', 'npm…', 'npm test', true],
  ['unless it hides something', 'npm\u200b test', 'npm test', true],
  ['unless it hides it beside a blank', 'npm \ufefftest', 'npm test', true],
  ['unless the command hides something', 'npm test', 'npm \u2028test', true],
  ['unless its blanks are others', 'npm\u00a0test', 'npm test', true],
  ['unless it hides its end', 'npm test\u2029', 'npm test', true],
])('has the title of a command, %s', (_what, title, command, isThere) => {
  const item = { title, content: null, toolName: null, filePath: null, enforcement: null };
  const outline = outlineOf(item, { kind: 'command', command, cwd: null, rest: undefined });
  expect(outline).toEqual([...(isThere ? ['title'] : []), 'command']);
});

it('has what the names of a command lead to', () => {
  const item = { title: 'ls *', content: null, toolName: null, filePath: null, enforcement: null };
  const subject: ItemSubject = { kind: 'command', command: 'ls *', cwd: null, leadsTo: ['a/'], rest: undefined };
  expect(outlineOf(item, subject)).toEqual(['command', 'leads to']);
});
