import { expect, it } from 'vitest';
import { ApiError } from '@countersign/contract';
import { ConfigError } from '../../lib/server/config.ts';
import { authErrorText } from './auth-error.ts';

class ProviderError extends Error {
  constructor(
    readonly code: string,
    message = `Firebase: Error (${code}).`,
  ) {
    super(message);
  }
}

const codes = [
  'invalid-credential',
  'wrong-password',
  'user-not-found',
  'email-already-in-use',
  'too-many-requests',
  'user-disabled',
  'network-request-failed',
  'popup-closed-by-user',
  'popup-blocked',
  'unauthorized-domain',
  'requires-recent-login',
  'operation-not-allowed',
];

it.each(codes)('%s has a text of its own', (code) => {
  const text = authErrorText(new ProviderError(`auth/${code}`), 'Failed to sign in');
  expect(text).not.toBe('Failed to sign in');
  expect(text).not.toContain('auth/');
});

it('a blocked window is worth another press: on a slow phone only the first comes too early', () => {
  expect(authErrorText(new ProviderError('auth/popup-blocked'), 'Failed to sign in')).toBe(
    'Your browser blocked the Google window. Try again. If it stays blocked, allow pop-ups for this site.',
  );
});

it("an unknown code shows the provider's message without its wrapping", () => {
  const error = new ProviderError(
    'auth/weak-password',
    'Firebase: Password should be at least 6 characters (auth/weak-password).',
  );
  expect(authErrorText(error, 'Failed to create account')).toBe('Password should be at least 6 characters');
});

it.each([
  [
    new TypeError('Failed to fetch'),
    'The server could not be reached. Check your connection. If it stays so, reload the page.',
  ],
  [new DOMException('Too late', 'TimeoutError'), 'The server did not answer in time. Check your connection.'],
  [new ApiError(502, '<html>', null), 'The server answered with an error'],
  [new ConfigError('Hosting does not know the web app (404)'), 'Hosting does not know the web app (404)'],
])('an error of ours gives its reason: %s', (error, reason) => {
  expect(authErrorText(error, 'Failed to sign in')).toBe(`Failed to sign in. ${reason}`);
});

it('an error that says nothing falls back', () => {
  expect(authErrorText(new ProviderError('auth/internal-error'), 'Failed to sign in')).toBe('Failed to sign in');
  expect(authErrorText(new Error('x is undefined'), 'Failed to sign in')).toBe('Failed to sign in');
  expect(authErrorText('nonsense', 'Failed to sign in')).toBe('Failed to sign in');
});
