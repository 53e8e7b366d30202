import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { idToken, recheckUser, refreshUser } from './auth.ts';
import * as provider from './firebase-auth.ts';
import { forgetSignOut, useSignOutReason } from './sign-out-reason.ts';

afterEach(() => void vi.restoreAllMocks());

it.each([
  ['auth/network-request-failed', true],
  ['auth/user-token-expired', false],
])(
  'without a token there is nobody signed in, and it is told whether the provider was out of reach: %s',
  async (code, isOut) => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(provider, 'idToken').mockRejectedValue(Object.assign(new Error('Firebase: Error'), { code }));
    const onUnreachable = vi.fn();
    expect(await idToken(onUnreachable)).toBeNull();
    expect(onUnreachable).toHaveBeenCalledTimes(isOut ? 1 : 0);
    expect(console.error).toHaveBeenCalledWith('The ID token could not be obtained', expect.anything());
  },
);

it.each([
  ['auth/user-token-expired', 'ended'],
  ['auth/user-disabled', 'ended'],
  ['auth/invalid-refresh-token', 'ended'],
  ['auth/network-request-failed', null],
])('a session that has ended is told apart from a provider out of reach: %s', async (code, reason) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const failure = Object.assign(new Error('Firebase: Error'), { code });
  vi.spyOn(provider, 'idToken').mockRejectedValue(failure);
  vi.spyOn(provider, 'recheck').mockRejectedValue(failure);
  vi.spyOn(provider, 'refresh').mockRejectedValue(failure);
  for (const ask of [() => idToken(), recheckUser, refreshUser]) {
    const { result } = renderHook(() => useSignOutReason());
    await act(async () => void (await ask()));
    expect(result.current).toBe(reason);
    forgetSignOut();
  }
});
