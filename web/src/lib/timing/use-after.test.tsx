import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAfter } from './use-after.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it('is true once the time has passed', () => {
  const { result } = renderHook(() => useAfter(350));
  pass(349);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
});

it('begins again with every change, back to what was there before, too', () => {
  const seen: boolean[] = [];
  const { result, rerender } = renderHook(({ what }) => seen[seen.push(useAfter(350, what)) - 1], {
    initialProps: { what: 'a' },
  });
  pass(350);
  for (const what of ['b', 'a']) {
    seen.length = 0;
    rerender({ what });
    expect(seen, 'not even for a moment').not.toContain(true);
    pass(349);
    expect(result.current).toBe(false);
    if (what === 'a') pass(1);
  }
  expect(result.current).toBe(true);
});
