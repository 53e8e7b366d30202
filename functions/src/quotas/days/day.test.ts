import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { byDays, dayOf, daysBefore } from './day.ts';

const at = (text: string) => Timestamp.fromDate(new Date(text));

test('a day begins at midnight in UTC', () => {
  expect(dayOf(at('2026-11-22T23:59:59.999Z'))).toBe('2026-11-22');
  expect(dayOf(at('2026-11-23T00:00:00Z'))).toBe('2026-11-23');
  expect(daysBefore(at('2026-03-01T12:00:00Z'), 40)).toBe('2026-01-20');
});

test('time is counted to the days in which it passed', () => {
  const hour = 60 * 60 * 1000;
  expect(byDays(at('2026-11-21T22:00:00Z'), at('2026-11-23T03:00:00Z'))).toEqual([
    { day: '2026-11-21', ms: 2 * hour },
    { day: '2026-11-22', ms: 24 * hour },
    { day: '2026-11-23', ms: 3 * hour },
  ]);
  expect(byDays(at('2026-11-22T22:00:00Z'), at('2026-11-23T00:00:00Z'))).toEqual([{ day: '2026-11-22', ms: 2 * hour }]);
  expect(byDays(at('2026-11-22T22:00:00Z'), at('2026-11-22T21:00:00Z'))).toEqual([]);
});
