import { ApiError, type ErrorReply } from '@countersign/contract';
import { expect, it } from 'vitest';
import { decisionFailure } from './decided.ts';

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
