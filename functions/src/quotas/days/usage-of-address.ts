import { Timestamp } from 'firebase-admin/firestore';
import { transact, type Writer } from '../../effects/transact.ts';
import { keyedDigest } from '../../secrets/keyed-digest.ts';
import { foldAddress } from '../../settings/access-list.ts';
import { env } from '../../settings/env.ts';
import { list, read, readAll } from '../../store/data.ts';
import { usageDays, users } from '../../store/firestore.ts';
import { accountsOfAddress } from '../../store/queries.ts';
import { dayOf } from './day.ts';
import { incrementsOf, sum, type Usage, userDay } from './usage-days.ts';

/**
 * The caps of a day are an account's, but must not begin anew with another account of the same address: who is on the
 * access list by one address has one day. With open access that would protect nothing, and addresses are not verified
 * there: anybody could use up the day of somebody else's. Then nothing of this is kept or asked.
 */
const countsByAddress = () => env().ACCESS !== 'open';

/** The address itself is not kept, nor anything from which somebody without the deployment's key could tell it. */
const addressDay = (email: string, day: string) =>
  usageDays().doc(`address-${day}-${keyedDigest(`usage of an address\n${foldAddress(email)}`)}`);

/** Before a deleted account is erased: what it has used today is kept for its address, until the day ends. */
export async function keepForAddress(userId: string): Promise<void> {
  if (!countsByAddress()) return;
  const day = dayOf(Timestamp.now());
  const email = (await read(users().doc(userId)))?.email;
  if (!email) return;
  await transact(async (tx) => {
    const used = await tx.read(userDay(userId, day));
    if (!used) return;
    // Without what others had used, which is kept already, or will be.
    const { starts, runMs, inputTokens, outputTokens } = used;
    const amounts = incrementsOf({ starts, runMs, inputTokens, outputTokens });
    tx.add(addressDay(email, day), { userId: null, day, ...amounts });
    tx.delete(userDay(userId, day));
  });
}

/**
 * What other accounts of an address have used on the day of `now`, null for nothing: deleted ones, and those that were
 * deleted at the identity provider, or were given another address there, and are still stored here.
 */
export async function usedByOthers(userId: string, email: string, now: Timestamp): Promise<Usage | null> {
  if (!countsByAddress() || email === '') return null;
  const day = dayOf(now);
  const others = (await list(accountsOfAddress(email))).filter(({ id }) => id !== userId);
  const found = await readAll([addressDay(email, day), ...others.map(({ id }) => userDay(id, day))]);
  // Each counts once: what these had counted of one another is left out.
  const usage = sum(found.map((one) => one && { ...one, others: null }));
  return Object.values(usage).some((amount) => amount > 0) ? usage : null;
}

/** Counts for a user what other accounts of the same address have used on the day of `now`. */
export function countOthers(writer: Writer, userId: string, now: Timestamp, others: Usage): void {
  const day = dayOf(now);
  writer.add(userDay(userId, day), { userId, day, others: { ...others } });
}
