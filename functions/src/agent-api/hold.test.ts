import { describe, expect, test } from 'vitest';
import { hold, type Watchable } from './hold.ts';

/** Something that changes when the test says so. */
function watchable() {
  const listeners = new Set<() => void>();
  const failures = new Set<(error: Error) => void>();
  const one: Watchable = {
    onSnapshot(onNext, onError = () => undefined) {
      listeners.add(onNext);
      failures.add(onError);
      return () => void (listeners.delete(onNext), failures.delete(onError));
    },
  };
  return {
    one,
    change: () => listeners.forEach((listener) => listener()),
    fail: () => failures.forEach((failure) => failure(new Error('lost'))),
    listening: () => listeners.size,
  };
}

describe('hold', () => {
  test('answers at once with what is there already', async () => {
    const { one, listening } = watchable();
    expect(await hold([one], async () => 'there', 60_000)).toBe('there');
    expect(listening()).toBe(0);
  });

  test('looks again at each change, also at one that comes while it looks', async () => {
    const { one, change, listening } = watchable();
    let looks = 0;
    const found = hold(
      [one],
      async () => {
        looks += 1;
        if (looks === 1) change();
        return looks === 2 ? 'second' : null;
      },
      60_000,
    );
    expect(await found).toBe('second');
    expect(listening()).toBe(0);
  });

  test('ends with null when time is up or a listener fails', async () => {
    const { one, fail, listening } = watchable();
    expect(await hold([one], async () => null, 20)).toBeNull();
    const held = hold([one], async () => null, 60_000);
    fail();
    expect(await held).toBeNull();
    expect(listening()).toBe(0);
  });

  test('throws what looking throws', async () => {
    const { one, listening } = watchable();
    const look = async () => Promise.reject(new Error('stale'));
    await expect(hold([one], look, 60_000)).rejects.toThrow('stale');
    expect(listening()).toBe(0);
  });
});
