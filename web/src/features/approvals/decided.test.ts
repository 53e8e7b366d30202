import { ApiError, type ErrorReply } from '@countersign/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keys } from '../../entities/query-keys.ts';
import { decisionFailure, refreshAfterConflict } from './decided.ts';

const sentence = 'Failed to approve item';
const conflict = (reply: Partial<ErrorReply>) =>
  new ApiError(409, '', { code: 'already_decided', message: 'Already decided', ...reply });

it('names the decision that won', () => {
  const decision = { isApproved: false, rejectionReason: 'Too risky', decidedAt: null };
  expect(decisionFailure(sentence, conflict({ decision }))).toBe(
    'Failed to approve item. It was already rejected: “Too risky”.',
  );
  expect(
    decisionFailure(sentence, conflict({ decision: { ...decision, isApproved: true, rejectionReason: null } })),
  ).toBe('Failed to approve item. It was already approved.');
});

it('says that the content changed', () => {
  expect(decisionFailure(sentence, conflict({ code: 'content_changed' }))).toContain('look at it again');
});

it.each([new TypeError('Failed to fetch'), new ApiError(500, 'Oops', { code: 'internal', message: 'Oops' })])(
  'is the bare sentence for %s',
  (error) => {
    expect(decisionFailure(sentence, error)).toBe(sentence);
  },
);

it.each([
  ['after no answer', new TypeError('Failed to fetch'), true],
  ['after none in time', new DOMException('Too late', 'TimeoutError'), true],
  ['after an answer that is not ours', new ApiError(504, 'Gateway Timeout', null), true],
  ['after another decision', conflict({}), true],
  ['not after a plain refusal', new ApiError(400, 'No', null), false],
])('queue, numbers and task are asked anew %s', (_when, error, isAsked) => {
  const queries = new QueryClient();
  const shown = [keys.approvals, keys.stats, keys.items.ofTask('t'), keys.tasks.one('t')];
  for (const key of shown) queries.setQueryData(key, []);
  refreshAfterConflict(queries, error, { id: 'i', taskId: 't', hash: 'h' });
  expect(shown.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual(shown.map(() => isAsked));
});
