import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import * as auth from '../../lib/auth/auth.ts';
import { deferred } from '../../lib/timing/deferred.ts';
import { useSignOut } from './use-sign-out.ts';

/** The code that forgets the device never finishes loading. */
const code = vi.hoisted(() => ({ asked: () => {} }));
vi.mock('../../lib/notifications/forget-device.ts', () => {
  code.asked();
  return new Promise(() => {});
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Way() {
  const { signOut, isSigningOut } = useSignOut();
  return <button onClick={signOut}>{isSigningOut ? 'Signing out' : 'Sign out'}</button>;
}

it('says that it is at work, and does not wait for code that never comes', async () => {
  const { promise, resolve } = deferred();
  code.asked = resolve;
  const out = vi.spyOn(auth, 'signOut').mockResolvedValue();
  render(
    <MemoryRouter>
      <Way />
    </MemoryRouter>,
  );
  vi.useFakeTimers();
  fireEvent.click(screen.getByText('Sign out'));
  screen.getByText('Signing out');
  await promise;
  expect(out).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(out).toHaveBeenCalledOnce();
  screen.getByText('Sign out');
});
