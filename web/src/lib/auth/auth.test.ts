import { afterEach, expect, it, vi } from 'vitest';
import { idToken } from './auth.ts';
import * as provider from './firebase-auth.ts';

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
