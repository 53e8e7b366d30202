import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { announceSignOut, forgetSignOut, useSignOutReason } from './sign-out-reason.ts';

afterEach(() => {
  forgetSignOut();
  vi.restoreAllMocks();
});

it('is heard from another tab, and leaves nothing on the device', () => {
  const { result } = renderHook(() => useSignOutReason());
  const event = new StorageEvent('storage', { key: 'countersign.signed-out', newValue: 'deleted' });
  act(() => void window.dispatchEvent(event));
  expect(result.current).toBe('deleted');
  forgetSignOut();
  const set = vi.spyOn(Storage.prototype, 'setItem');
  act(() => announceSignOut('ended'));
  expect(result.current).toBe('ended');
  expect(set).toHaveBeenCalledWith(event.key, 'ended');
  expect(localStorage).toHaveLength(0);
});

it('stays that the account was deleted, with which the session ends, too', () => {
  const { result } = renderHook(() => useSignOutReason());
  act(() => announceSignOut('deleted'));
  act(() => announceSignOut('ended'));
  expect(result.current).toBe('deleted');
});

it('is told in its own tab where nothing can be stored', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  const { result } = renderHook(() => useSignOutReason());
  act(() => announceSignOut('deleted'));
  expect(result.current).toBe('deleted');
});
