import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import type { TaskItemDocument } from '../../documents/task-item.ts';
import { delaysOf, tooLong } from './delays.ts';
import type { ItemHistory } from './histories.ts';

/** Approved at 1,000 ms and held back until 6,000 ms, unless it is said otherwise. */
function history(entries: ItemHistory['entries'] = [{ at: 1_000, what: 'approved', action: 'item_approved' }]) {
  const item = { id: 'item', releaseAt: Timestamp.fromMillis(6_000) } as TaskItemDocument;
  return { item, createdAt: 0, entries };
}

const wait = (from: number, to: number) => ({ by: 'runner', itemId: 'item', from, to });
const delays = (waits: ReturnType<typeof wait>[], apiKills: number[] = [], of = history()) =>
  delaysOf(of, { waits, apiKills }).map(({ ms }) => ms);

test('a delay begins with the release, or with the wait, and ends with it', () => {
  expect(delays([wait(500, 6_100), wait(7_000, 7_020)])).toEqual([100, 20]);
});

test('a runner that was gone before the release, or heard what was undone then, was not delayed', () => {
  expect(delays([wait(500, 5_000)])).toEqual([]);
});

test('an undecided item delays nobody', () => {
  const undone = history([
    { at: 1_000, what: 'approved', action: 'item_approved' },
    { at: 2_000, what: 'undone', action: 'decision_undone' },
  ]);
  expect(delays([wait(500, Infinity)], [], undone)).toEqual([]);
});

test('a kill of an API process excuses a wait only if it happened meanwhile', () => {
  expect(delays([wait(500, 50_000)], [20_000])).toEqual([]);
  expect(delays([wait(500, 50_000)], [5_000, 60_000])).toEqual([44_000]);
});

test('30 s are not too long; more are, and so is a wait that never ended', () => {
  expect(tooLong(delaysOf(history(), { waits: [wait(0, 36_000)], apiKills: [] }))).toEqual([]);
  expect(tooLong(delaysOf(history(), { waits: [wait(0, 36_100)], apiKills: [] }))).toEqual([
    'runner lived, and had to wait 30.1 s for a released decision',
  ]);
  expect(tooLong(delaysOf(history(), { waits: [wait(0, Infinity)], apiKills: [] }))).toHaveLength(1);
});
