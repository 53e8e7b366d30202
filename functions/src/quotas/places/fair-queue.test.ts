import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { newFairQueue } from './fair-queue.ts';

const createdAt = Timestamp.fromMillis(0);
const waiting = (id: string, userId: string, since: number, projectId = `${userId}-project`) => ({
  ...{ id, userId, projectId, createdAt },
  waitsSince: Timestamp.fromMillis(since),
});

/** The order in which places are given while there are enough. */
function orderOf(all: ReturnType<typeof waiting>[], admitted: Record<string, number> = {}): string {
  const queue = newFairQueue(all, new Map(Object.entries(admitted)));
  const order: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) {
    order.push(next.id);
    queue.admit(next);
  }
  return order.join(' ');
}

test('one container of a user comes before the rest of another user’s hundred', () => {
  const many = Array.from({ length: 100 }, (_, index) => waiting(`a${index}`, 'a', index));
  expect(orderOf([...many, waiting('b0', 'b', 1_000)])).toMatch(/^a0 b0 a1 a2 /);
  expect(orderOf([...many, waiting('b0', 'b', 1_000)], { a: 1 })).toMatch(/^b0 a0 a1 /);
});

test('users with fewer running containers come first; among equals, whoever has waited longer', () => {
  const all = [waiting('a0', 'a', 1), waiting('a1', 'a', 4), waiting('b0', 'b', 3), waiting('c0', 'c', 2)];
  expect(orderOf(all, { a: 2, b: 1, c: 1 })).toBe('c0 b0 a0 a1');
});

test('the age of a container does not count, only its wait', () => {
  const old = { ...waiting('old', 'a', 9), createdAt: Timestamp.fromMillis(-1_000_000) };
  expect(orderOf([old, waiting('new', 'a', 5)])).toBe('new old');
});

test('a full project holds up its own containers, a full user all of theirs', () => {
  const all = [
    waiting('a0', 'a', 0, 'p'),
    waiting('a1', 'a', 1, 'p'),
    waiting('a2', 'a', 2, 'q'),
    waiting('b0', 'b', 3),
  ];
  const [first] = all;
  if (!first) throw new Error('nothing waits');
  const queue = newFairQueue(all, new Map());
  queue.block(first, 'project');
  expect(queue.next()?.id).toBe('a2');
  queue.block(first, 'user');
  expect(queue.next()?.id).toBe('b0');
  queue.block(first, 'deployment');
  expect(queue.next()).toBeUndefined();
});
