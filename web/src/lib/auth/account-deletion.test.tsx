import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { announceDeletion, forgetDeletion, useAccountDeleted } from './account-deletion.ts';

afterEach(() => {
  forgetDeletion();
  vi.restoreAllMocks();
});

it('is heard from another tab, and leaves nothing on the device', () => {
  const { result } = renderHook(() => useAccountDeleted());
  const event = new StorageEvent('storage', { key: 'countersign.account-deleted', newValue: '1' });
  act(() => void window.dispatchEvent(event));
  expect(result.current).toBe(true);
  forgetDeletion();
  const set = vi.spyOn(Storage.prototype, 'setItem');
  act(announceDeletion);
  expect(result.current).toBe(true);
  expect(set).toHaveBeenCalledWith(event.key, '1');
  expect(localStorage).toHaveLength(0);
});

it('is told in its own tab where nothing can be stored', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  const { result } = renderHook(() => useAccountDeleted());
  act(announceDeletion);
  expect(result.current).toBe(true);
});
