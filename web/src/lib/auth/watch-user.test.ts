import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signIn as signInHere, watchUser } from './auth.ts';

const CODE = './firebase-auth.ts';
const user = { uid: 'ada', email: 'ada@example.com', emailVerified: true, displayName: null };
const listener = vi.fn<Parameters<typeof watchUser>[0]>();
const signIn = vi.fn(async () => undefined);
const watch = vi.fn((tell: (signedIn: typeof user, isTold: boolean) => void) => tell(user, true));
let stop = () => undefined as void;

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  stop();
  vi.doUnmock(CODE);
  vi.restoreAllMocks();
});

const arrive = () => vi.doMock(CODE, () => ({ begin: async () => undefined, watch, signIn }));

/** The provider's code cannot be fetched at the start. */
async function startWithoutCode() {
  vi.doMock(CODE, () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  stop = watchUser(listener);
  await vi.waitFor(() => expect(listener.mock.calls).toEqual([[null, false]]), 10_000);
}

it('fetches the provider’s code again as soon as there is a network', async () => {
  await startWithoutCode();
  arrive();
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(listener).toHaveBeenLastCalledWith(user, true), 10_000);
  window.dispatchEvent(new Event('online'));
  await Promise.resolve();
  expect(watch).toHaveBeenCalledTimes(1);
});

it('hears of who signs in where the code could be fetched only then', async () => {
  await startWithoutCode();
  arrive();
  await signInHere('ada@example.com', 'secret');
  expect(signIn).toHaveBeenCalledWith('ada@example.com', 'secret');
  expect(listener).toHaveBeenLastCalledWith(user, true);
});

it('hears nothing more once it has unsubscribed', async () => {
  await startWithoutCode();
  stop();
  arrive();
  window.dispatchEvent(new Event('online'));
  await signInHere('ada@example.com', 'secret');
  expect(watch).not.toHaveBeenCalled();
});
