import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('keeps what differs', () => {
  const before = { title: 'a', description: null, priority: 1 };
  expect(changedFields({ ...before, title: 'b' }, before)).toEqual({ title: 'b' });
  expect(changedFields({ ...before, description: 'x' }, { ...before, description: 'y' })).toEqual({ description: 'x' });
  expect(changedFields({ ...before }, before)).toEqual({});
});
