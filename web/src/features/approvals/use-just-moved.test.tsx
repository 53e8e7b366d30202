// @vitest-environment jsdom
import type { Approval } from '@countersign/contract';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SETTLE_MS } from './settling.ts';
import { useJustMoved } from './use-just-moved.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Approvals by their ids; `b2` is `b` with other content. */
const queue = (...names: string[]) =>
  names.map((name) => ({ id: name.slice(0, 1), hash: name.slice(1) }) as unknown as Approval);

function setUp(...names: string[]) {
  const { result, rerender } = renderHook(useJustMoved, { initialProps: queue(...names) });
  return {
    become: (...later: string[]) => rerender(queue(...later)),
    moved: () => ['a', 'b', 'c', 'd'].filter(result.current),
  };
}

it('is nobody at first, and nobody whom a newcomer at the end leaves in place', () => {
  const { become, moved } = setUp('a', 'b');
  expect(moved()).toEqual([]);
  become('a', 'b', 'c');
  expect(moved()).toEqual([]);
});

it('is who moves up, for a moment, whatever else happens in it', () => {
  const { become, moved } = setUp('a', 'b', 'c');
  become('a', 'c');
  expect(moved()).toEqual(['c']);
  vi.advanceTimersByTime(SETTLE_MS - 1);
  become('a', 'c', 'd');
  expect(moved()).toEqual(['c']);
  vi.advanceTimersByTime(1);
  expect(moved()).toEqual([]);
});

it('is who takes the place of the last one, and who has other content than before', () => {
  const { become, moved } = setUp('a');
  become('b');
  expect(moved()).toEqual(['b']);
  vi.advanceTimersByTime(SETTLE_MS);
  become('b2');
  expect(moved()).toEqual(['b']);
});
