import { signal, type Signal } from '@countersign/contract';
import { expect, it } from 'vitest';
import { newsBetween } from './changes.ts';

const task = (id: string, nonce: string) => ({ kind: 'task' as const, id, nonce });
const seen: Signal = { count: 2, slots: { 0: task('a', 'n1'), 1: task('b', 'n2') } };

it('names the changed things when none was missed', () => {
  const now: Signal = { count: 4, slots: { ...seen.slots, 2: task('c', 'n3'), 3: task('a', 'n4') } };
  expect(newsBetween(seen, now)).toEqual({ kind: 'changes', changes: [task('c', 'n3'), task('a', 'n4')] });
});

it('asks for everything when a slot was overwritten unseen', () => {
  const now: Signal = { count: 5, slots: { 0: task('z', 'n5'), 1: task('b', 'n2') } };
  expect(newsBetween(seen, now)).toEqual({ kind: 'everything' });
});

it('asks for everything when the count fell: the document was made anew', () => {
  expect(newsBetween(seen, { count: 1, slots: { 0: task('a', 'n9') } })).toEqual({ kind: 'everything' });
});

it('tells nothing when nothing was counted', () => {
  expect(newsBetween(seen, seen)).toEqual({ kind: 'nothing' });
});

it('asks for everything with each change of a kind that only a newer server knows', () => {
  const newer = { kind: 'new', id: 'x', nonce: 'n3' };
  const [first, second] = [newer, { ...newer, nonce: 'n4' }].map((slot, index) =>
    signal.parse({ count: 3 + index, slots: { ...seen.slots, [2 + index]: slot } }),
  );
  expect(newsBetween(seen, first ?? seen)).toEqual({ kind: 'everything' });
  expect(newsBetween(first ?? seen, second ?? seen)).toEqual({ kind: 'everything' });
});
