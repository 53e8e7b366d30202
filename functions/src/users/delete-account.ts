import { Timestamp } from 'firebase-admin/firestore';
import { transact } from '../effects/transact.ts';
import { tombstones } from '../store/firestore.ts';

/**
 * Deletes an account. The tombstone comes first: from then on no token of this user is accepted, however long it lives.
 * Everything else follows through the outbox (cascade/purge-account.ts). Repeating it has no second effect.
 */
export async function deleteAccount({ userId }: { userId: string }): Promise<void> {
  await transact(async (tx) => {
    if (await tx.read(tombstones().doc(userId))) return;
    tx.create(tombstones().doc(userId), { id: userId, userId, createdAt: Timestamp.now() });
    tx.enqueue(userId, 'delete_account', userId);
  });
}
