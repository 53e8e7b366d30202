import { ID_LENGTH } from '@countersign/contract';
import { expect, test } from 'vitest';
import { isReservedId, isStorableId, newId } from './id.ts';

test('new ids are 21 characters, begin with a letter or digit, and can be stored', () => {
  const ids = Array.from({ length: 2_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(id).toHaveLength(ID_LENGTH);
    expect(id).toMatch(/^[A-Za-z0-9]/);
    expect(isStorableId(id)).toBe(true);
  }
});

test.each(['', '.', '..', 'a/b', '__x__', '____', 'ü', 'a b', 'x'.repeat(129)])('%j cannot be an id', (id) =>
  expect(isStorableId(id)).toBe(false),
);

test('only what Firestore reserves is reserved', () => {
  expect(isReservedId('__proto__')).toBe(true);
  expect(isReservedId('user@example.com')).toBe(false);
});
