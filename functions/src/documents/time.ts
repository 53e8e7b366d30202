import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';

/** A time as Firestore stores it. */
export const time = z.instanceof(Timestamp);

/** ISO 8601 in UTC, as all times in JSON are. */
export function iso(value: Timestamp): string;
export function iso(value: Timestamp | null): string | null;
export function iso(value: Timestamp | null): string | null {
  return value ? value.toDate().toISOString() : null;
}
