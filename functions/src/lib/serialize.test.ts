import { expect, test } from 'vitest';
import { serialize } from './serialize.ts';

function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

test('works about one thing come one after the other, whether they fail or not', async () => {
  const order: string[] = [];
  const first = deferred();
  const works = [
    serialize('a', async () => {
      order.push('first begins');
      await first.promise;
      order.push('first fails');
      throw new Error('no');
    }),
    serialize('a', async () => void order.push('second')),
    serialize('b', async () => void order.push('another thing')),
  ];
  await works[2];
  first.resolve();
  const outcomes = await Promise.allSettled(works);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(order).toEqual(['first begins', 'another thing', 'first fails', 'second']);
});

test('a stuck one does not keep the others from their turn', async () => {
  const stuck = deferred();
  const first = serialize('c', () => stuck.promise, 10);
  const others = await Promise.all(['one', 'two', 'three'].map((name) => serialize('c', async () => name, 10)));
  expect(others).toEqual(['one', 'two', 'three']);
  stuck.resolve();
  await first;
});
