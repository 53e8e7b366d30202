import { expect, test, vi } from 'vitest';
import { fewAtOnce } from './few-at-once.ts';

function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

test('works of one key come a few at a time, in order, whether they fail or not; those of another at once', async () => {
  const [gates, begun] = [Array.from({ length: 6 }, deferred), [] as number[]];
  const works = gates.map(({ promise }, index) =>
    fewAtOnce('a', 2, async () => {
      begun.push(index);
      await promise;
      if (index === 0) throw new Error('no');
      return index;
    }),
  );
  const ended = Promise.allSettled(works);
  expect(await fewAtOnce('b', 2, async () => 'another key')).toBe('another key');
  expect(begun).toEqual([0, 1]);
  gates[0]?.resolve();
  await expect(works[0]).rejects.toThrow('no');
  await vi.waitFor(() => expect(begun).toEqual([0, 1, 2]), { timeout: 30_000 });
  for (const { resolve } of gates) resolve();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', ...Array<string>(5).fill('fulfilled')]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
});

test('what has waited too long is refused with the time to wait, and its turn is not lost', async () => {
  const stuck = deferred();
  const first = fewAtOnce('c', 1, () => stuck.promise);
  const refused = fewAtOnce('c', 1, async () => 'late', 10);
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 5 } });
  const next = fewAtOnce('c', 1, async () => 'next');
  stuck.resolve();
  await first;
  expect(await next).toBe('next');
  expect(await fewAtOnce('c', 1, async () => 'free again')).toBe('free again');
});
