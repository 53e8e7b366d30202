import type { DecodedIdToken } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { commit, type Writer } from '../effects/transact.ts';
import { read } from '../store/data.ts';
import { DomainError } from '../lib/errors.ts';
import { countOthers, usedByOthers } from '../quotas/days/usage-of-address.ts';
import { users } from '../store/firestore.ts';

/** Sign-ins that this instance has recorded or is recording: user id → time of the sign-in, and the recording. */
const signIns = new Map<string, { authTime: number; recorded: Promise<void> }>();
const SIGN_INS_LIMIT = 10_000;

/** At the first call of a sign-in, creates the user document or sets `lastLoginAt`. */
export async function recordSignIn(token: DecodedIdToken): Promise<void> {
  const known = signIns.get(token.uid);
  if (known?.authTime === token.auth_time) return known.recorded;
  if (signIns.size >= SIGN_INS_LIMIT) signIns.clear();
  // A page begins with several calls at once: they share one recording.
  const recorded = writeSignIn(token);
  signIns.set(token.uid, { authTime: token.auth_time, recorded });
  await recorded.catch((error: unknown) => {
    signIns.delete(token.uid);
    throw error;
  });
}

/**
 * Without a transaction: those of several instances would wait for one another, and any of their writes is right. What
 * other accounts of the address have used of the day is known from the very first call: deleting an account and signing
 * up again makes no new caps.
 */
async function writeSignIn(token: DecodedIdToken): Promise<void> {
  const ref = users().doc(token.uid);
  const signedInAt = Timestamp.fromMillis(token.auth_time * 1_000);
  const known = await read(ref);
  if (known?.lastLoginAt && known.lastLoginAt.toMillis() >= signedInAt.toMillis()) return;
  const now = Timestamp.now();
  const profile = profileOf(token);
  const others = await usedByOthers(token.uid, profile.email, now);
  const change = { ...profile, lastLoginAt: signedInAt, updatedAt: now };
  const write = (fill: (writer: Writer) => void) =>
    commit((writer) => {
      fill(writer);
      if (others) countOthers(writer, token.uid, now, others);
    });
  if (known) return write((writer) => writer.update(ref, change));
  const user = {
    id: token.uid,
    userId: token.uid,
    countersignature: { name: null, email: null },
    createdAt: now,
    ...change,
  };
  await write((writer) => writer.create(ref, user)).catch(ignoreConflict);
}

/** Another instance wrote the same first. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'conflict')) throw error;
}

function profileOf(token: DecodedIdToken) {
  return {
    email: token.email ?? '',
    displayName: typeof token.name === 'string' ? token.name : null,
    photoURL: token.picture ?? null,
  };
}
