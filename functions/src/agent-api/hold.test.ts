import { describe, expect, test } from 'vitest';
import { always, hold, type Watched } from './hold.ts';

/** Something whose state the test sets; nothing is known of it before the first time. */
function watchable<T>(initial?: T) {
  const listeners = new Set<(state: T) => void>();
  const failures = new Set<() => void>();
  const one: Watched<T> = (onState, onError) => {
    listeners.add(onState);
    failures.add(onError);
    if (initial !== undefined) onState(initial);
    return () => void (listeners.delete(onState), failures.delete(onError));
  };
  return {
    one,
    set: (state: T) => listeners.forEach((listener) => listener(state)),
    fail: () => failures.forEach((failure) => failure()),
    listening: () => listeners.size,
  };
}

describe('hold', () => {
  test('answers at once with what is there already', async () => {
    const { one, listening } = watchable('there');
    expect(await hold({ one }, async (now) => now.one, 60_000)).toBe('there');
    expect(listening()).toBe(0);
  });

  test('does not look before all of it is known', async () => {
    const late = watchable<string>();
    const seen: unknown[] = [];
    const found = hold(
      { early: watchable('a').one, late: late.one, fixed: always(1) },
      async (now) => seen.push(now),
      60_000,
    );
    expect(seen).toEqual([]);
    late.set('b');
    await found;
    expect(seen).toEqual([{ early: 'a', late: 'b', fixed: 1 }]);
  });

  test('looks again at each change, also at one that comes while it looks', async () => {
    const { one, set, listening } = watchable(1);
    const look = async (now: { one: number }) => {
      if (now.one === 1) set(2);
      return now.one === 2 ? 'second' : null;
    };
    expect(await hold({ one }, look, 60_000)).toBe('second');
    expect(listening()).toBe(0);
  });

  test('ends with null when time is up or a listener fails', async () => {
    const { one, fail, listening } = watchable('nothing');
    expect(await hold({ one }, async () => null, 20)).toBeNull();
    const held = hold({ one }, async () => null, 60_000);
    fail();
    expect(await held).toBeNull();
    expect(listening()).toBe(0);
  });

  test('throws what looking throws', async () => {
    const { one, listening } = watchable('stale');
    const look = async () => Promise.reject(new Error('stale'));
    await expect(hold({ one }, look, 60_000)).rejects.toThrow('stale');
    expect(listening()).toBe(0);
  });
});
