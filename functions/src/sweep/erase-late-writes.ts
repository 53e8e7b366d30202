import { Timestamp } from 'firebase-admin/firestore';
import { eraseUserThings } from '../cascade/delete-account-things.ts';
import { list } from '../data.ts';
import { freshTombstones } from '../queries.ts';
import type { Sweeper } from './sweep.ts';

/** A request that was let in before its user was deleted has ended by then. */
const LATE_MS = 15 * 60_000;

/** Erases what a request wrote for a user who was deleted while it ran. */
export const eraseLateWrites: Sweeper = async (now, deadline) => {
  const since = Timestamp.fromMillis(now.toMillis() - LATE_MS);
  for (const { userId } of await list(freshTombstones(since))) await eraseUserThings(userId, deadline);
};
