import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';
import { actFairly } from './act-fairly.ts';
import { kindsOf, lanes, turnsOf } from './lanes.ts';

const entry = (userId: string, kind: OutboxKind, number: number, attempts = 0): OutboxDocument => ({
  id: `${userId}${number}`,
  userId,
  kind,
  subjectId: 'subject',
  object: null,
  attempts,
  notBefore: Timestamp.fromMillis(number),
  lastError: null,
  createdAt: Timestamp.fromMillis(number),
});
const idsOf = (turns: OutboxDocument[][]) => turns.map((turn) => turn.map(({ id }) => id).join('+'));

test('no kind is in two lanes', () => {
  const all = lanes.flatMap(kindsOf);
  expect(new Set(all).size).toBe(all.length);
});

test('users take turns, however many promises one of them has', () => {
  const many = Array.from({ length: 5 }, (_, number) => entry('a', 'delete_project', number));
  const turns = turnsOf([...many, entry('b', 'delete_project', 8), entry('b', 'delete_project', 9)], 30, () => false);
  expect(idsOf(turns)).toEqual(['a0', 'b8', 'a1', 'b9', 'a2', 'a3', 'a4']);
});

test('what is batched shares turns of one user and kind, so many at most, but for what has failed', () => {
  const entries = [
    entry('a', 'delete_task', 0),
    entry('a', 'delete_task_leftovers', 1),
    entry('a', 'delete_task', 2, 1),
    entry('b', 'delete_task', 3),
    entry('a', 'delete_task', 4),
    entry('a', 'delete_task', 5),
    entry('a', 'delete_task', 6),
  ];
  expect(idsOf(turnsOf(entries, 3, () => true))).toEqual(['a0+a4+a5', 'b3', 'a1', 'a2', 'a6']);
});

test('turns that hang leave places to the turns of others', async () => {
  const entries = ['a', 'b'].flatMap((user) =>
    Array.from({ length: 20 }, (_, number) => entry(user, 'notify', number)),
  );
  let left = 20;
  let free = () => {};
  const done = new Promise<void>((resolve) => (free = resolve));
  // Those of `a` hang until all of `b` are done: if they took all places, this would never end.
  const act = async ([turn]: OutboxDocument[]) => {
    if (turn?.userId === 'b') return (left -= 1) === 0 ? free() : undefined;
    await done;
  };
  await actFairly(
    turnsOf(entries, 30, () => false),
    5,
    act,
    Infinity,
  );
  expect(left).toBe(0);
});
