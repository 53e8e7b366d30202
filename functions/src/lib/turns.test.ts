import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const patienceMs = 60_000;

/** Work that is ended from outside; `begun` tells which has begun, in order. */
function works(turns: Turns) {
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const take = (key: string, name: string) =>
    turns.take(key, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => end.set(name, resolve));
      return name;
    });
  return { begun, take, end: (name: string) => end.get(name)?.() };
}

test('so much is under way at once, and the rest begins in order', async () => {
  const { begun, take, end } = works(new Turns({ perKey: 1, overall: 2, patienceMs }));
  const all = ['a', 'b', 'c', 'd'].map((name) => take(name, name));
  expect(begun).toEqual(['a', 'b']);
  end('b');
  expect(await all[1]).toBe('b');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  end('a');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('of one key there is one at a time: it leaves a turn for the others', async () => {
  const { begun, take, end } = works(new Turns({ perKey: 1, overall: 2, patienceMs }));
  const all = [take('mine', 'first'), take('mine', 'second'), take('mine', 'third'), take('theirs', 'other')];
  expect(begun).toEqual(['first', 'other']);
  end('other');
  await all[3];
  expect(begun).toEqual(['first', 'other']);
  for (const name of ['first', 'second', 'third']) {
    await expect.poll(() => begun).toContain(name);
    end(name);
  }
  expect(await Promise.all(all)).toEqual(['first', 'second', 'third', 'other']);
});

test('where only keys have a limit, those of others begin at once, however many there are', async () => {
  const { begun, take, end } = works(new Turns({ perKey: 2, patienceMs }));
  const mine = ['1', '2', '3', '4'].map((name) => take('mine', name));
  const others = Array.from({ length: 50 }, (_, number) => take(`user ${number}`, `of ${number}`));
  expect(begun).toEqual(['1', '2', ...others.map((_, number) => `of ${number}`)]);
  for (const name of ['1', '2', '3', '4']) {
    await expect.poll(() => begun).toContain(name);
    end(name);
  }
  expect(await Promise.all(mine)).toEqual(['1', '2', '3', '4']);
  expect(begun.filter((name) => /^\d$/.test(name))).toEqual(['1', '2', '3', '4']);
  others.forEach((_, number) => end(`of ${number}`));
  await Promise.all(others);
});

test('whoever waits too long is told why, and when to try again, and holds no turn', async () => {
  const { begun, take, end } = works(new Turns({ perKey: 1, overall: 1, patienceMs: 20 }));
  const first = take('a', 'a');
  const failureOf = (key: string) => take(key, 'late').catch((error: unknown) => error);
  expect(await failureOf('b'), 'others are in the way').toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 5 },
  });
  expect(await failureOf('a'), 'it is in its own way').toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 5 },
  });
  end('a');
  await first;
  const last = take('c', 'c');
  expect(begun).toEqual(['a', 'c']);
  end('c');
  await last;
});

test('work that fails gives its turn back', async () => {
  const turns = new Turns({ perKey: 1, overall: 1, patienceMs });
  const fail = async () => {
    throw new Error('no');
  };
  await expect(turns.take('a', fail)).rejects.toThrow('no');
  expect(await turns.take('a', async () => 1)).toBe(1);
});
