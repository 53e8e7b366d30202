import { expect, it } from 'vitest';
import { headersOf } from './headers-of.ts';

it('leaves out the bodies of an approval and marks it as truncated', () => {
  const approval = {
    id: 'a',
    title: 'Run',
    content: 'rm -rf',
    toolParameters: { command: 'rm' },
    fileContent: 'x',
    truncated: false,
  };
  expect(headersOf([approval])).toEqual([
    { id: 'a', title: 'Run', content: null, toolParameters: null, fileContent: null, truncated: true },
  ]);
});

it('keeps 200 entries of a list and 300 characters of a text', () => {
  const kept = headersOf(Array.from({ length: 201 }, () => 'x'.repeat(301)));
  expect(kept).toHaveLength(200);
  expect(kept).toHaveProperty('0', `${'x'.repeat(300)}…`);
});

it('keeps numbers, booleans and null as they are', () => {
  const task = { priority: 1.5, done: false, completedAt: null };
  expect(headersOf(task)).toEqual(task);
});
