import type { Countersignature } from '@countersign/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { readAccount } from '../access/account.ts';
import type { UserDocument } from '../documents/user.ts';
import { commit } from '../effects/transact.ts';
import { countersignedBy } from '../lib/countersigned-by.ts';
import { conflict } from '../lib/errors.ts';
import { read } from '../store/data.ts';
import { users } from '../store/firestore.ts';

/** What appears in the commits that a user approves. */
export async function getCountersignature(userId: string): Promise<Countersignature> {
  const user = await read(users().doc(userId));
  return toReply(user?.countersignature ?? { name: null, email: null });
}

/**
 * Sets it for future commits. The address is stored as it is now, and only if verified: it goes into histories that
 * others keep. Throws `conflict`, `unavailable`.
 */
export async function setCountersignature(
  userId: string,
  { name, withEmail }: { name: string | null; withEmail: boolean },
): Promise<Countersignature> {
  const countersignature = { name, email: withEmail ? await verifiedEmail(userId) : null };
  await commit((writer) => writer.update(users().doc(userId), { countersignature, updatedAt: Timestamp.now() }));
  return toReply(countersignature);
}

async function verifiedEmail(userId: string): Promise<string> {
  const account = await readAccount(userId);
  if (account?.email && account.emailVerified) return account.email;
  throw conflict('Verify your email address before it appears in commits');
}

const toReply = (chosen: UserDocument['countersignature']): Countersignature => ({
  ...chosen,
  countersignedBy: countersignedBy(chosen),
});
