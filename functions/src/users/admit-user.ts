import type { DecodedIdToken } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { read, transact } from '../data.ts';
import { unauthorized } from '../errors.ts';
import { tombstones, users } from '../firestore.ts';

/** Sign-ins whose user document this instance has seen: user id → time of the sign-in, in seconds. */
const admitted = new Map<string, number>();
const ADMITTED_LIMIT = 10_000;

/**
 * Lets a user in: refuses a deleted one (a live token must not bring anything back), and at the first call of a
 * sign-in makes the user document or sets `lastLoginAt`. Costs one read per call, the tombstone.
 */
export async function admitUser(token: DecodedIdToken): Promise<void> {
  if (await read(tombstones().doc(token.uid))) throw unauthorized('This account was deleted');
  if (admitted.get(token.uid) === token.auth_time) return;
  await recordSignIn(token);
  if (admitted.size >= ADMITTED_LIMIT) admitted.clear();
  admitted.set(token.uid, token.auth_time);
}

async function recordSignIn(token: DecodedIdToken): Promise<void> {
  const ref = users().doc(token.uid);
  const signedInAt = Timestamp.fromMillis(token.auth_time * 1_000);
  const known = await read(ref);
  if (known?.lastLoginAt && known.lastLoginAt.toMillis() >= signedInAt.toMillis()) return;
  await transact(async (tx) => {
    const [user, tombstone] = await Promise.all([tx.read(ref), tx.read(tombstones().doc(token.uid))]);
    if (tombstone) throw unauthorized('This account was deleted');
    const now = Timestamp.now();
    if (user) return tx.update(ref, { ...profileOf(token), lastLoginAt: signedInAt, updatedAt: now });
    tx.create(ref, {
      id: token.uid,
      userId: token.uid,
      ...profileOf(token),
      createdAt: now,
      updatedAt: now,
      lastLoginAt: signedInAt,
    });
  });
}

function profileOf(token: DecodedIdToken) {
  return {
    email: token.email ?? '',
    displayName: typeof token.name === 'string' ? token.name : null,
    photoURL: token.picture ?? null,
  };
}
