import { Timestamp } from 'firebase-admin/firestore';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day (UTC) of a time: `2026-11-22`. Days compare like their texts. */
export function dayOf(time: Timestamp): string {
  return time.toDate().toISOString().slice(0, 10);
}

/** Splits the time between two moments into days (UTC), in milliseconds; empty where `until` is not after `from`. */
export function byDays(from: Timestamp, until: Timestamp): { day: string; ms: number }[] {
  const parts: { day: string; ms: number }[] = [];
  const end = until.toMillis();
  for (let start = from.toMillis(); start < end;) {
    const midnight = (Math.floor(start / DAY_MS) + 1) * DAY_MS;
    parts.push({ day: dayOf(Timestamp.fromMillis(start)), ms: Math.min(midnight, end) - start });
    start = midnight;
  }
  return parts;
}

/** The day (UTC) that many days before a time. */
export const daysBefore = (time: Timestamp, days: number): string =>
  dayOf(Timestamp.fromMillis(time.toMillis() - days * DAY_MS));
