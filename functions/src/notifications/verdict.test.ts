import { expect, test } from 'vitest';
import { RefusedAddress } from './public-address.ts';
import { verdictOf, verdictOfFailure } from './verdict.ts';

const answered = (status: number, tries = 1, retryAfterSeconds: number | null = null) =>
  verdictOf('browser', { status, retryAfterSeconds }, tries);

test.each([
  [201, 'sent'],
  [204, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [413, 'too_large'],
  [429, 'again'],
  [500, 'again'],
  [503, 'again'],
  [400, 'failed'],
  [301, 'failed'],
])('an answer of %i: %s', (status, is) => expect(answered(status)).toMatchObject({ is }));

test('a retired key says what to do', () => {
  expect(answered(403)).toMatchObject({
    detail: expect.stringMatching(/open Countersign there once; it subscribes anew by itself$/),
  });
});

test.each([401, 403, 404, 410, 400])('a webhook that answers %i is kept, and its owner told what to do', (status) => {
  expect(verdictOf('webhook', { status, retryAfterSeconds: null }, 1)).toEqual({
    is: 'failed',
    detail: `The address answered ${status}: check it, or remove it here and add it again`,
  });
});

test.each([301, 302, 307, 308])('of a webhook that redirects (%i) it says that nobody follows', (status) => {
  expect(verdictOf('webhook', { status, retryAfterSeconds: null }, 1)).toEqual({
    is: 'failed',
    detail: `The address answered ${status}, a redirect, which is not followed: remove it here and add the address it leads to`,
  });
});

test('a push that may succeed later is tried five times, at growing intervals or when the service says', () => {
  const pauses = [1, 2, 3, 4, 5].map((tries) => answered(500, tries));
  expect(pauses.map((verdict) => ('afterSeconds' in verdict ? verdict.afterSeconds : verdict.is))).toEqual([
    ...[15, 30, 60, 120],
    'failed',
  ]);
  expect(answered(429, 1, 90)).toMatchObject({ afterSeconds: 90 });
  expect(answered(429, 1, 1e9), 'an hour at most').toMatchObject({ afterSeconds: 3_600 });
  expect(answered(429, 1, -5), 'never at once').toMatchObject({ afterSeconds: 1 });
});

test('silence is tried again, a refused address is not', () => {
  expect(verdictOfFailure('browser', new Error('aborted'), 1)).toMatchObject({ is: 'again' });
  expect(verdictOfFailure('webhook', new Error('aborted'), 5)).toMatchObject({
    detail: 'The address did not answer, 5 times',
  });
  expect(verdictOfFailure('webhook', new RefusedAddress('Not on the internet'), 1)).toEqual({
    is: 'failed',
    detail: 'Not on the internet',
  });
});
