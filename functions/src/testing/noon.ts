import { Timestamp } from 'firebase-admin/firestore';
import type * as Days from '../quotas/days/day.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Shifts a test file's days so that it begins at noon: whatever is counted by day then stays within one day, even in a
 * run that begins a minute before midnight. For `vi.mock` of quotas/days/day.ts.
 */
export async function daysAroundNoon(original: () => Promise<typeof Days>): Promise<typeof Days> {
  const { byDays, dayOf, daysBefore } = await original();
  const sinceNoon = (Date.now() % DAY_MS) - DAY_MS / 2;
  const shifted = (time: Timestamp) => Timestamp.fromMillis(time.toMillis() - sinceNoon);
  return {
    dayOf: (time) => dayOf(shifted(time)),
    byDays: (from, until) => byDays(shifted(from), shifted(until)),
    daysBefore: (time, days) => daysBefore(shifted(time), days),
  };
}
