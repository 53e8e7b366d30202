import { Timestamp } from 'firebase-admin/firestore';
import { transact } from '../data.ts';
import { tombstones } from '../firestore.ts';
import { drain } from '../outbox/drain.ts';
import { enqueue } from '../outbox/enqueue.ts';

/**
 * Deletes an account. The tombstone comes first: from then on no token of this user is accepted, however long it
 * lives. Everything else follows through the outbox (cascade/delete-account-things.ts). Again: no second effect.
 */
export async function deleteAccount({ userId }: { userId: string }): Promise<void> {
  const entries = await transact(async (tx) => {
    if (await tx.read(tombstones().doc(userId))) return [];
    tx.create(tombstones().doc(userId), { id: userId, userId, createdAt: Timestamp.now() });
    return [enqueue(tx, userId, 'delete_account', userId)];
  });
  await drain(...entries);
}
