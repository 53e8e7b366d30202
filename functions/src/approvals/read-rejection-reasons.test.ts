import { NO_OTHER_WAY, toldReason } from '@countersign/contract';
import { expect, test } from 'vitest';
import { countReasons } from './read-rejection-reasons.ts';

const rejection = (
  rejectionReason: string | null,
  fields: Partial<Parameters<typeof countReasons>[0][number]> = {},
) => ({
  ...{ rejectionReason, projectId: 'engine', type: 'tool_call' as const, toolKind: 'execute' as const },
  ...{ isClosed: false, replacedBy: null, ...fields },
});

test('the most used come first, of equal ones the latest; projects that repeat one are listed with it', () => {
  const tests = 'Write the test first';
  const rejections = [
    ...[rejection('Too large'), rejection(tests), rejection('Wrong file'), rejection(` ${tests} `)],
    ...[rejection(tests, { projectId: 'loom' }), rejection(toldReason({ reason: tests, noOtherWay: true }))],
  ];
  expect(countReasons(rejections)).toEqual([
    { reason: tests, count: 4, repeatedIn: ['engine'] },
    { reason: 'Too large', count: 1, repeatedIn: [] },
    { reason: 'Wrong file', count: 1, repeatedIn: [] },
  ]);
});

test('reasons that nobody typed, of closed questions, or too long for a button, are left out', () => {
  const none = [
    'Rejected from list view',
    'Stopped',
    'Stopped before the approval reached the agent',
    null,
    ' ',
    'x'.repeat(201),
    'On line 3:\nno',
    NO_OTHER_WAY,
  ];
  const closed = [rejection('No', { isClosed: true }), rejection('No', { replacedBy: 'other' })];
  const form = rejection('No', { type: 'approval_request', toolKind: 'elicitation' });
  expect(countReasons([...none.map((reason) => rejection(reason)), ...closed, form])).toEqual([]);
});

test('there are as many as a page can show', () => {
  expect(countReasons(Array.from({ length: 30 }, (_, index) => rejection(`Reason ${index}`)))).toHaveLength(20);
});
