import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const PATIENT_MS = 60_000;

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
  const { begun, take, end } = works(new Turns(2, PATIENT_MS));
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
  const { begun, take, end } = works(new Turns(2, PATIENT_MS));
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

test('whoever waits too long is told to try again, and holds no turn', async () => {
  const { begun, take, end } = works(new Turns(1, 20));
  const first = take('a', 'a');
  const failure = { code: 'unavailable', details: { retryAfterSeconds: expect.any(Number) } };
  await expect(take('b', 'b')).rejects.toMatchObject(failure);
  end('a');
  await first;
  const last = take('c', 'c');
  expect(begun).toEqual(['a', 'c']);
  end('c');
  await last;
});

test('work that fails gives its turn back', async () => {
  const turns = new Turns(1, PATIENT_MS);
  const fail = async () => {
    throw new Error('no');
  };
  await expect(turns.take('a', fail)).rejects.toThrow('no');
  expect(await turns.take('a', async () => 1)).toBe(1);
});
