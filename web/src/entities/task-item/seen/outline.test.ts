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
  const item = { content: null, toolName: null, filePath: null, enforcement: null };
  expect(outlineOf(item, subject).includes('within')).toBe(isThere);
});
