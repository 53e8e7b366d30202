import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as auth from '../lib/auth/auth.ts';
import { rememberSignedIn, wasSignedIn } from '../lib/auth/session-traces.ts';
import * as device from '../lib/notifications/forget-device.ts';
import { AuthProvider } from './auth-provider.tsx';

type Listener = Parameters<typeof auth.watchUser>[0];
let tell: Listener = () => undefined;
const end = vi.fn(async () => undefined);
beforeEach(() => {
  end.mockClear();
  vi.spyOn(device, 'endSubscription').mockImplementation(end);
  vi.spyOn(auth, 'watchUser').mockImplementation((listener) => {
    tell = listener;
    return () => undefined;
  });
  render(<AuthProvider>{null}</AuthProvider>);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const user = { uid: 'ada', email: 'ada@example.com', emailVerified: true, displayName: null };
const say = (...told: Parameters<Listener>) => act(async () => tell(...told));

it('ends notifications however a user comes to be signed out', async () => {
  await say(user, true);
  expect(end).not.toHaveBeenCalled();
  await say(null, true);
  await vi.waitFor(() => expect(end).toHaveBeenCalledTimes(1), 10_000);
  await say(null, true);
  // The session was revoked while the app was closed.
  rememberSignedIn();
  await say(null, true);
  await vi.waitFor(() => expect(end).toHaveBeenCalledTimes(2), 10_000);
});

it('ends none, and keeps what is on the device, where nobody was signed in, or the provider could not be asked', async () => {
  await say(null, true);
  await say(user, true);
  localStorage.setItem('countersign.own.comments.x', 'Rename it');
  await say(null, false);
  await act(async () => undefined);
  expect(end).not.toHaveBeenCalled();
  expect(localStorage.getItem('countersign.own.comments.x')).toBe('Rename it');
  expect(wasSignedIn()).toBe(true);
  await say(user, true);
  expect(localStorage.getItem('countersign.own.comments.x'), 'they have signed in again').toBe('Rename it');
  await say(null, true);
  expect(localStorage.getItem('countersign.own.comments.x')).toBeNull();
});

it('deletes what a user left here who has not signed out, and ends their notifications, as soon as another signs in', async () => {
  localStorage.setItem('countersign.signed-in', '1');
  localStorage.setItem('countersign.admitted', 'ada');
  localStorage.setItem('countersign.own.message.x', 'Use blue yarn');
  await say(null, false);
  expect(localStorage).toHaveLength(3);
  await say({ ...user, uid: 'ben' }, true);
  expect({ ...localStorage }).toEqual({ 'countersign.signed-in': '1' });
  await vi.waitFor(() => expect(end).toHaveBeenCalledTimes(1), 10_000);
});
