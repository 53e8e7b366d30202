import { Timestamp } from 'firebase-admin/firestore';
import { eraseFrom, purge } from '../../erasing/purge.ts';
import { pushes } from '../../store/firestore.ts';
import { pushesBefore } from '../../store/queries.ts';
import type { Sweeper } from '../sweeper.ts';

/** Long enough for a request to be decided, and for its notifications to be replaced. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Deletes old pushes. */
export const expirePushes: Sweeper = async (now, deadline) => {
  const before = Timestamp.fromMillis(now.toMillis() - KEPT_MS);
  await purge(
    'pushes',
    pushesBefore(before),
    deadline,
    eraseFrom((id) => pushes().doc(id)),
  );
};
