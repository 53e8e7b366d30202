import { Timestamp } from 'firebase-admin/firestore';
import { eraseUserThings } from '../../cascade/purge-account.ts';
import { list } from '../../store/data.ts';
import { freshTombstones } from '../../store/queries.ts';
import { inRounds } from '../in-rounds.ts';

/** How many of the newest are looked at. */
const MOST = 1_000;
/** By then, a request that was let in before its user was deleted has ended. */
const LATE_MS = 15 * 60_000;

/** Erases what a request wrote for a user who was deleted while it ran. */
export const eraseLateWrites = inRounds('erasing late writes', {
  async next(behind, now) {
    const fresh = await list(freshTombstones(Timestamp.fromMillis(now.toMillis() - LATE_MS)).limit(MOST));
    const things = fresh.filter(({ id }) => id > behind).sort((a, b) => (a.id < b.id ? -1 : 1));
    return { things, isLast: true };
  },
  act: ({ userId }, _now, deadline) => eraseUserThings(userId, deadline),
});
