import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import type { OutboxDocument, OutboxKind } from '../documents/outbox.ts';
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
