import { Timestamp } from 'firebase-admin/firestore';
import { eraseFrom, purge } from '../../erasing/purge.ts';
import { rateWindows } from '../../store/firestore.ts';
import { staleRateWindows } from '../../store/queries.ts';
import type { Sweeper } from '../sweeper.ts';

const KEPT_MS = 10 * 60_000;

/** Deletes rate windows once their minute is long past. */
export const expireRateWindows: Sweeper = async (now, deadline) => {
  const before = Timestamp.fromMillis(now.toMillis() - KEPT_MS);
  await purge(
    'windows',
    staleRateWindows(before),
    deadline,
    eraseFrom((id) => rateWindows().doc(id)),
  );
};
