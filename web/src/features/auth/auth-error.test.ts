import { expect, it } from 'vitest';
import { authErrorText } from './auth-error.ts';

class ProviderError extends Error {
  constructor(
    readonly code: string,
    message = `Firebase: Error (${code}).`,
  ) {
    super(message);
  }
}

const codesOfTheSpecification = [
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
];

it.each(codesOfTheSpecification)('%s has a text of its own', (code) => {
  const text = authErrorText(new ProviderError(`auth/${code}`), 'Failed to sign in');
  expect(text).not.toBe('Failed to sign in');
  expect(text).not.toContain('auth/');
});

it("an unknown code shows the provider's message without its wrapping", () => {
  const error = new ProviderError(
    'auth/weak-password',
    'Firebase: Password should be at least 6 characters (auth/weak-password).',
  );
  expect(authErrorText(error, 'Failed to create account')).toBe('Password should be at least 6 characters');
});

it('an error that says nothing falls back', () => {
  expect(authErrorText(new ProviderError('auth/internal-error'), 'Failed to sign in')).toBe('Failed to sign in');
  expect(authErrorText(new TypeError('Failed to fetch'), 'Failed to sign in')).toBe('Failed to sign in');
  expect(authErrorText('nonsense', 'Failed to sign in')).toBe('Failed to sign in');
});
