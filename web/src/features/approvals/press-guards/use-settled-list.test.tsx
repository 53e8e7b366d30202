import type { Approval } from '@countersign/contract';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SETTLE_MS } from './settling.ts';
import { useSettledList } from './use-settled-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Approvals by their ids; `b2` is `b` with other content. */
const queue = (...names: string[]) =>
  names.map((name) => ({ id: name.slice(0, 1), hash: name.slice(1) }) as unknown as Approval);

/** `focused`: the id of the entry with the focus. */
function setUp(names: string[] | undefined, focused?: string, countsFirst?: boolean) {
  /** The results of every render since the last change. */
  let said: boolean[] = [];
  const { rerender } = renderHook((approvals) => said.push(useSettledList(approvals, focused, countsFirst)), {
    initialProps: names && queue(...names),
  });
  return {
    become: (...later: string[]) => {
      said = [];
      rerender(queue(...later));
    },
    wasSettled: () => said.includes(true),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  };
}

it('is settled at first, and when newcomers come to the end or the last one leaves', () => {
  const { become, wasSettled } = setUp(['a', 'b']);
  expect(wasSettled()).toBe(true);
  become('a', 'b', 'c');
  expect(wasSettled()).toBe(true);
  become('a', 'b');
  expect(wasSettled()).toBe(true);
});

it.each([
  ['one moves up', ['a', 'b', 'c'], ['a', 'c']],
  ['another one takes the place of the last', ['a'], ['b']],
  ['one has other content', ['a', 'b'], ['a', 'b2']],
])('is not settled for a moment when %s', (_what, before, after) => {
  const { become, wasSettled, pass } = setUp(before);
  become(...after);
  pass(SETTLE_MS - 1);
  become(...after);
  expect(wasSettled(), 'not even for a moment, whatever else happens in it').toBe(false);
  pass(1);
  expect(wasSettled()).toBe(true);
});

it('is not settled for a moment when the last one leaves with the focus: another one gets it', () => {
  const { become, wasSettled, pass } = setUp(['a', 'b', 'c'], 'b');
  become('a', 'b');
  expect(wasSettled(), 'one without the focus').toBe(true);
  become('a');
  pass(SETTLE_MS - 1);
  become('a');
  expect(wasSettled()).toBe(false);
  pass(1);
  become('a', 'd');
  expect(wasSettled(), 'later, and nothing moved').toBe(true);
});

it('is not settled for a moment when one comes to where another has just gone: a second press would be for that', () => {
  const { become, wasSettled, pass } = setUp(['a']);
  become();
  pass(SETTLE_MS - 1);
  become('b');
  pass(SETTLE_MS - 1);
  become('b', 'c');
  expect(wasSettled()).toBe(false);
  pass(1);
  expect(wasSettled()).toBe(true);
});

it('is settled when one comes to where none has been for a while, or the same one comes back', () => {
  const { become, wasSettled, pass } = setUp(['a']);
  become();
  become('a');
  expect(wasSettled(), 'the same').toBe(true);
  become();
  pass(SETTLE_MS);
  become('b');
  expect(wasSettled(), 'another one, later').toBe(true);
});

describe('where the first one counts', () => {
  const setUpCounting = (names?: string[]) => setUp(names, undefined, true);

  it('is not settled for a moment when it comes, even if the list was long empty', () => {
    const { become, wasSettled, pass } = setUpCounting([]);
    pass(10 * SETTLE_MS);
    become('a');
    pass(SETTLE_MS - 1);
    become('a', 'b');
    expect(wasSettled()).toBe(false);
    pass(1);
    expect(wasSettled()).toBe(true);
  });

  it('is settled when the list has been loaded, or the same one comes back', () => {
    const { become, wasSettled } = setUpCounting();
    become('a');
    expect(wasSettled()).toBe(true);
    become();
    become('a');
    expect(wasSettled()).toBe(true);
  });
});
